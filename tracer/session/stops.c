#include "session/stops.h"

#include <signal.h>

bool tr_signal_is_fault(int number)
{
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL;
}

bool tr_signal_is_crash(int number)
{
    return tr_signal_is_fault(number) || number == SIGABRT || number == SIGTRAP || number == SIGSYS || number == SIGQUIT
           || number == SIGXCPU || number == SIGXFSZ;
}

static struct tr_stop_record *first(const struct tr_list *stops, enum tr_stop_reason reason, bool is_root)
{
    TR_EACH(struct tr_stop_record, stop, stops)
    {
        if (stop->reason == reason && stop->is_root == is_root)
            return stop;
    }
    return NULL;
}

/* The last fatal signal of the root: it is the one that ended it. */
static struct tr_stop_record *root_death(const struct tr_list *stops)
{
    struct tr_stop_record *death = NULL;
    TR_EACH(struct tr_stop_record, stop, stops)
    {
        if (stop->is_root && (stop->reason == TR_STOP_SIGNAL || stop->reason == TR_STOP_INTERRUPT))
            death = stop;
    }
    return death;
}

static struct tr_stop_record *last_look(const struct tr_list *stops)
{
    struct tr_stop_record *look = NULL;
    TR_EACH(struct tr_stop_record, stop, stops)
    {
        if (stop->reason == TR_STOP_LOOK)
            look = stop;
    }
    return look;
}

static const struct tr_list *stack_of(const struct tr_stop_record *stop)
{
    static const struct tr_list none;
    const struct tr_list *threads = stop->report ? &stop->report->threads : &none;
    return threads->count ? &tr_list_at(threads, struct tr_thread, 0)->frames : &none;
}

/* Whether the process was still in the handler of @p fault at @p end, or there again: the place of the fault is on the stack. */
static bool is_behind(const struct tr_stop_record *fault, const struct tr_stop_record *end)
{
    const struct tr_list *faulted = stack_of(fault);
    TR_EACH(const struct tr_frame, frame, stack_of(end))
    {
        if (faulted->count && frame->pc.value == tr_list_at(faulted, struct tr_frame, 0)->pc.value)
            return true;
    }
    return false;
}

static bool has_user_code(const struct tr_stop_record *stop)
{
    TR_EACH(const struct tr_frame, frame, stack_of(stop))
    {
        if (frame->user == TR_TRUE)
            return true;
    }
    return false;
}

/* A handler that mends something and returns is no failure: write barriers, stacks that grow, virtual machines. */
static bool may_be_mended(const struct tr_stop_record *fault)
{
    return !has_user_code(fault) || (fault->signal.si_signo == SIGSEGV && fault->signal.si_code == SEGV_ACCERR);
}

/* A fault that the root's own handler took, when it is what ended the program: in the handler, or after a jump out of it. */
static struct tr_stop_record *handled_fault(const struct tr_list *stops, const struct tr_stop_choice *choice)
{
    struct tr_stop_record *fault = first(stops, TR_STOP_HANDLED, true), *end = root_death(stops);
    if (!fault || (choice->root_signal && choice->root_signal != fault->signal.si_signo && choice->root_signal != SIGABRT))
        return NULL;
    end = end ? end : first(stops, TR_STOP_MAIN_RETURN, true);
    end = end ? end : first(stops, TR_STOP_EXIT, true);
    bool is_known = end && stack_of(end)->count && stack_of(fault)->count;
    bool is_reason = !is_known || is_behind(fault, end) || (!choice->root_signal && !may_be_mended(fault));
    return is_reason ? fault : NULL;
}

/* The stop for what the run failed for: a violation, a deadlock, or a limit. */
static struct tr_stop_record *of_limit(const struct tr_list *stops, const struct tr_stop_choice *choice)
{
    TR_EACH(struct tr_stop_record, stop, stops)
    {
        bool is_it = choice->bound && stop->bound == choice->bound;
        if (choice->violated)
            is_it = stop->reason == TR_STOP_VIOLATION;
        else if (choice->deadlocked)
            is_it = stop->reason == TR_STOP_DEADLOCK;
        if (is_it)
            return stop;
    }
    return NULL;
}

struct tr_stop_record *tr_stops_primary(const struct tr_list *stops, const struct tr_stop_choice *choice)
{
    struct tr_stop_record *reached = of_limit(stops, choice);
    if (reached || choice->ended_by_tracerun)
        return reached;
    struct tr_stop_record *look = choice->looked && !tr_signal_is_crash(choice->root_signal) ? last_look(stops) : NULL;
    if (look)
        return look;
    if (!choice->root_failed)
        return NULL;
    struct tr_stop_record *fault = handled_fault(stops, choice);
    if (fault)
        return fault;
    struct tr_stop_record *root = choice->root_signal ? root_death(stops) : NULL;
    struct tr_stop_record *child = first(stops, TR_STOP_SIGNAL, false);
    if (root && (!child || root->reason == TR_STOP_INTERRUPT || tr_signal_is_fault(root->signal.si_signo)))
        return root;
    if (root && child) {
        /* Both died of a signal of their own, the root not of a fault: the first in time. */
        TR_EACH(struct tr_stop_record, stop, stops)
        {
            if (stop == root || stop == child)
                return stop;
        }
    }
    if (child)
        return child;
    struct tr_stop_record *returned = first(stops, TR_STOP_MAIN_RETURN, true);
    return returned ? returned : first(stops, TR_STOP_EXIT, true);
}
