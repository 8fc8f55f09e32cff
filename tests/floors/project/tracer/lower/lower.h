int lower(void);
