/* tracerun doctor: what this machine offers, and what is missing for what. */
#include "base/cleanup.h"
#include "cli/verb.h"
#include "sandbox/profile.h"
#include "session/session.h"
#include "supervise/facility.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include <tracerun/report.h>

struct doctor {
    bool json;
    const char *wrong; /* a word that is no option */
};

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "One JSON document", 0},
    {"help", '?', NULL, 0, "Show this and exit", 0},
    {0},
};

static const struct argp parser;

static error_t parse_option(int key, char *value, struct argp_state *state)
{
    struct doctor *doctor = state->input;
    switch (key) {
    case 'j':
        doctor->json = true;
        return 0;
    case '?':
        argp_help(&parser, stdout, ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC, (char *)"tracerun doctor");
        exit(0);
    case ARGP_KEY_ARG:
        doctor->wrong = value;
        return 0;
    case ARGP_KEY_ERROR:
        doctor->wrong = state->argv[state->next - 1];
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse_option,
    .doc = "Tries what tracerun builds on, each in a child, and says what works here and what is missing.",
};

/* The sandbox itself, around a program that does nothing. */
static const struct tr_report *try_profile(struct tr_arena *arena, const struct tr_profile *profile)
{
    static char *const program[] = {(char *)"/bin/true", NULL};
    const struct tr_session_options session = {
        .run = {.argv = program, .capture = true, .own_group = true, .stdin_path = "/dev/null", .syscalls = TR_SYSCALLS_DEFAULT,
                .sandbox = {.profile = profile}},
    };
    struct tr_session_result result;
    tr_session_run(arena, &session, &result);
    return result.report;
}

/* Why a profile cannot be had; NULL: it can. */
static const char *lack(const struct tr_report *report)
{
    if (report->status == TR_STATUS_SUCCESS && report->sandbox)
        return NULL;
    return report->incomplete.count ? tr_list_at(&report->incomplete, struct tr_incomplete, 0)->reason : "the attempt failed";
}

static void print_facility(const struct tr_facility *facility, const struct tr_facility_state *state)
{
    printf("  %-8s %s%s%s%s", state->error ? "missing" : "ok", facility->name, state->detail[0] ? " (" : "", state->detail,
           state->detail[0] ? ")" : "");
    if (!state->error) {
        printf("\n");
        return;
    }
    printf(": %s\n           for: %s\n           needs: %s\n", strerror(state->error), facility->use, facility->unlock);
}

static void print_profile(const struct tr_profile *profile, const struct tr_report *report)
{
    const char *why = lack(report);
    printf("  %-8s %s: %s\n", why ? "missing" : "ok", profile->name, why ? why : profile->doc);
    if (why)
        return;
    TR_EACH(const struct tr_wall, wall, &report->sandbox->walls)
    {
        printf("           %s: %s\n", wall->name, wall->state);
    }
}

static cJSON *describe_facility(const struct tr_facility *facility, const struct tr_facility_state *state)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", facility->name);
    cJSON_AddBoolToObject(object, "works", state->error == 0);
    cJSON_AddStringToObject(object, "detail", state->detail);
    cJSON_AddStringToObject(object, "use", facility->use);
    if (state->error) {
        cJSON_AddStringToObject(object, "reason", strerror(state->error));
        cJSON_AddStringToObject(object, "needs", facility->unlock);
    }
    return object;
}

static cJSON *describe_profile(const struct tr_profile *profile, const struct tr_report *report)
{
    const char *why = lack(report);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", profile->name);
    cJSON_AddBoolToObject(object, "works", !why);
    if (why) {
        cJSON_AddStringToObject(object, "reason", why);
        return object;
    }
    cJSON *walls = cJSON_AddObjectToObject(object, "walls");
    TR_EACH(const struct tr_wall, wall, &report->sandbox->walls)
    {
        cJSON_AddStringToObject(walls, wall->name, wall->state);
    }
    return object;
}

static void print_json(cJSON *facilities, cJSON *profiles)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "schema", "tracerun.doctor/1");
    cJSON_AddItemToObject(document, "facilities", facilities);
    cJSON_AddItemToObject(document, "profiles", profiles);
    tr_auto_free char *text = cJSON_Print(document);
    puts(text ? text : "{}");
    cJSON_Delete(document);
}

/* @return whether tracerun can work here at all. */
static bool examine(struct tr_arena *arena, bool json)
{
    bool traces = false;
    cJSON *facilities = cJSON_CreateArray(), *profiles = cJSON_CreateArray();
    if (!json)
        puts("What tracerun builds on, tried here:");
    for (size_t i = 0; i < tr_facility_count(); i++) {
        struct tr_facility_state state;
        tr_facility_try(i, &state);
        traces = traces || (i == 0 && !state.error);
        if (json)
            cJSON_AddItemToArray(facilities, describe_facility(tr_facility(i), &state));
        else
            print_facility(tr_facility(i), &state);
    }
    if (!json)
        puts("Sandboxes:");
    for (const struct tr_profile *profile = tr_profiles(); profile->name; profile++) {
        if (!profile->bit)
            continue;
        fflush(stdout);
        const struct tr_report *report = try_profile(arena, profile);
        if (json)
            cJSON_AddItemToArray(profiles, describe_profile(profile, report));
        else
            print_profile(profile, report);
    }
    if (json) {
        print_json(facilities, profiles);
        return traces;
    }
    cJSON_Delete(facilities);
    cJSON_Delete(profiles);
    return traces;
}

int tr_cmd_doctor(int argc, char **argv)
{
    struct doctor doctor = {0};
    error_t error = argp_parse(&parser, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &doctor);
    if (error || doctor.wrong) {
        fprintf(stderr, "tracerun doctor: '%s' is not an option (see tracerun doctor --help)\n",
                doctor.wrong ? doctor.wrong : "?");
        return TRACERUN_EXIT_FAILURE;
    }
    /* The sandboxes that are tried need a working folder: not the caller's, and not one that they refuse. */
    if (chdir("/usr") < 0)
        return TRACERUN_EXIT_FAILURE;
    struct tr_arena *arena = tr_arena_create();
    bool traces = examine(arena, doctor.json);
    tr_arena_destroy(arena);
    return traces ? 0 : TRACERUN_EXIT_FAILURE;
}
