/*
 * A function that stops with known registers, described by hand-written DWARF 5: its variable "fuzzed" has a location of 256
 * bytes, which location_fuzzer.c replaces. The base types have small offsets, so that operations with types find them.
 */
    .text
    .globl expression_frame
    .type expression_frame, @function
expression_frame:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register rbp
    movq $1, %rax
    movq $-1, %rbx
    lea -64(%rsp), %rcx
    lea expression_data(%rip), %rdx
    movq $0x4008000000000000, %rsi
    movq %rsi, %xmm0
    int3
    pop %rbp
    .cfi_def_cfa rsp, 8
    ret
    .cfi_endproc
expression_end:
    .size expression_frame, expression_end - expression_frame

    .data
expression_data:
    .quad expression_data, 2, -3, 0x7ff0000000000000

    .section .debug_abbrev, "", @progbits
abbreviations:
    .uleb128 1, 0x11            /* unit, with children */
    .byte 1
    .uleb128 0x03, 0x08, 0x13, 0x0b, 0x11, 0x01, 0x12, 0x07, 0, 0   /* name, language, low, high */
    .uleb128 2, 0x2e            /* function */
    .byte 1
    .uleb128 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0x40, 0x18, 0, 0   /* name, low, high, frame base */
    .uleb128 3, 0x34            /* variable */
    .byte 0
    .uleb128 0x03, 0x08, 0x49, 0x13, 0x02, 0x18, 0, 0               /* name, type, location */
    .uleb128 4, 0x24            /* base type */
    .byte 0
    .uleb128 0x03, 0x08, 0x3e, 0x0b, 0x0b, 0x0b, 0, 0               /* name, encoding, size */
    .uleb128 5, 0x01            /* array */
    .byte 1
    .uleb128 0x49, 0x13, 0, 0
    .uleb128 6, 0x21            /* its bound */
    .byte 0
    .uleb128 0x37, 0x0b, 0, 0
    .byte 0

    .section .debug_info, "", @progbits
unit:
    .long unit_end - 1f
1:  .short 5
    .byte 1, 8
    .long abbreviations
    .uleb128 1
    .asciz "f"
    .byte 0x1d
    .quad expression_frame, expression_end - expression_frame
int_type:
    .uleb128 4
    .asciz "int"
    .byte 5, 4
double_type:
    .uleb128 4
    .asciz "double"
    .byte 4, 8
char_type:
    .uleb128 4
    .asciz "byte"
    .byte 8, 1
array_type:
    .uleb128 5
    .long int_type - unit
    .uleb128 6
    .byte 8
    .byte 0
    .uleb128 2
    .asciz "expression_frame"
    .quad expression_frame, expression_end - expression_frame
    .uleb128 1
    .byte 0x9c                  /* the frame base is the canonical frame address */
target:
    .uleb128 3
    .asciz "target"
    .long int_type - unit
    .uleb128 2
    .byte 0x91, 0x70            /* at the frame base - 16 */
    .uleb128 3
    .asciz "fuzzed"
    .long array_type - unit
    .uleb128 256
    .ascii "EXPRESSION HERE!"
    .fill 240, 1, 0x96
    .uleb128 3
    .asciz "number"
    .long double_type - unit
    .uleb128 256
    .ascii "EXPRESSION HERE!"
    .fill 240, 1, 0x96
    .byte 0, 0
unit_end:

    .section .note.GNU-stack, "", @progbits
