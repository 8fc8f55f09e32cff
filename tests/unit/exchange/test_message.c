#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "exchange/message.h"
#include "exchange/request.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

static void pair(int sockets[2]) { assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets), 0); }

static void a_message_carries_text_and_descriptors(void **state)
{
    (void)state;
    int sockets[2];
    pair(sockets);
    struct tr_str bytes = {0}, read = {0};
    tr_str_add_text(&bytes, "what is large");
    tr_auto_close int bulk = -1;
    assert_null(tr_bulk_make(&bytes, &bulk));
    struct tr_message out, in;
    tr_message_init(&out, TR_MESSAGE_OPEN);
    out.value = -2;
    snprintf(out.text, sizeof(out.text), "/a/path");
    out.fds[2] = bulk; /* the places in front stay empty on the other side */
    assert_null(tr_message_send(sockets[0], &out));
    bool got, closed;
    assert_null(tr_message_receive(sockets[1], false, &in, &got, &closed));
    assert_true(got);
    assert_false(closed);
    assert_int_equal(in.type, TR_MESSAGE_OPEN);
    assert_int_equal(in.value, -2);
    assert_string_equal(in.text, "/a/path");
    assert_int_equal(in.fds[0], -1);
    assert_int_equal(in.fds[1], -1);
    assert_null(tr_bulk_read(in.fds[2], &read));
    assert_string_equal(tr_str_text(&read), "what is large");
    tr_message_deinit(&in);
    assert_int_equal(in.fds[2], -1);
    assert_null(tr_message_receive(sockets[1], false, &in, &got, &closed));
    assert_false(got);
    assert_false(closed);
    close(sockets[0]);
    assert_null(tr_message_receive(sockets[1], true, &in, &got, &closed));
    assert_false(got);
    assert_true(closed);
    close(sockets[1]);
    tr_str_deinit(&bytes);
    tr_str_deinit(&read);
}

static void a_short_packet_is_refused(void **state)
{
    (void)state;
    int sockets[2];
    pair(sockets);
    assert_int_equal(send(sockets[0], "x", 1, 0), 1);
    struct tr_message in;
    bool got, closed;
    struct tr_error *error = tr_message_receive(sockets[1], true, &in, &got, &closed);
    assert_non_null(error);
    assert_false(got);
    tr_error_destroy(error);
    close(sockets[0]);
    close(sockets[1]);
}

static void only_memory_files_are_read(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct tr_str read = {0};
    struct tr_error *error = tr_bulk_read(ends[0], &read);
    assert_non_null(error);
    tr_error_destroy(error);
    close(ends[0]);
    close(ends[1]);
}

static void make_request(struct tr_arena *arena, struct tr_request *request, struct tr_stop_thread *threads,
                         struct tr_origin_request *origin)
{
    memset(threads, 0, 2 * sizeof(*threads));
    threads[0].tid = 5;
    threads[0].registers.general.rip = 0x1234;
    *origin = (struct tr_origin_request){.stack = "stack", .stack_size = 5};
    *request = (struct tr_request){
        .stop = {.reason = TR_STOP_EXIT, .pid = 5, .tid = 5, .exit_code = 2, .threads = threads, .thread_count = 2,
                 .maps = "maps\n", .entry = 77, .stack_limit = UINT64_MAX},
        .depth = TR_DEPTH_SYMBOLS, .verbose = true, .start_folder = "/somewhere",
        .origins = origin, .origin_count = 1, .syscalls = tr_arena_new(arena, struct tr_syscalls),
    };
    struct tr_syscall *call = tr_list_new(arena, &request->syscalls->recent, struct tr_syscall);
    call->name = "openat";
    call->text = "openat(…)";
    tr_list_add(arena, &request->waiting_for, (void *)"");
    tr_list_add(arena, &request->waiting_for, (void *)"read(0)");
    tr_list_add(arena, &request->source_maps, (void *)"/a=/b");
}

static void a_request_comes_through(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_stop_thread threads[2];
    struct tr_origin_request origin;
    struct tr_request request, read;
    make_request(arena, &request, threads, &origin);
    tr_auto_str struct tr_str bytes = {0};
    tr_request_encode(&request, &bytes);
    assert_null(tr_request_decode(arena, bytes.bytes, bytes.size, &read));
    assert_int_equal(read.stop.reason, TR_STOP_EXIT);
    assert_int_equal(read.stop.thread_count, 2);
    assert_int_equal(read.stop.threads[0].registers.general.rip, 0x1234);
    assert_string_equal(read.stop.maps, "maps\n");
    assert_null(read.stop.executable);
    assert_int_equal(read.depth, TR_DEPTH_SYMBOLS);
    assert_true(read.verbose);
    assert_string_equal(tr_list_at(&read.waiting_for, char, 1), "read(0)");
    assert_string_equal(tr_list_at(&read.source_maps, char, 0), "/a=/b");
    assert_string_equal(tr_list_at(&read.syscalls->recent, struct tr_syscall, 0)->name, "openat");
    assert_int_equal(read.origins[0].stack_size, 5);
    assert_memory_equal(read.origins[0].stack, "stack", 5);
    for (size_t size = 0; size < bytes.size; size++) {
        struct tr_error *error = tr_request_decode(arena, bytes.bytes, size, &read);
        assert_non_null(error);
        tr_error_destroy(error);
    }
    tr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_carries_text_and_descriptors), cmocka_unit_test(a_short_packet_is_refused),
        cmocka_unit_test(only_memory_files_are_read), cmocka_unit_test(a_request_comes_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
