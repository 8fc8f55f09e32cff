/* Runs the function of expression.S. */
void expression_frame(void);

int main(void)
{
    expression_frame();
    return 0;
}
