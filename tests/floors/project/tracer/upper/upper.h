int upper(void);
