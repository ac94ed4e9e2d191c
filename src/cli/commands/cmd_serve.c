/* `ludoteca serve`: the page for the browser, and answers from tables over HTTP. */
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands/serve_log.h"
#include "server/server.h"
#include "store/postgres_store.h"
#include "store/store_place.h"

enum {
    USUAL_PORT = 8080,
    LAST_PORT = 65535,
    USUAL_RATE = 20,
    MOST_RATE = 100000,
    USUAL_CONNECTIONS = 256,
    MOST_CONNECTIONS = 100000,
    MOST_DAYS = 36500,
    ADDRESS_TEXT = 128
};

/* -- where it is ------------------------------------------------------------------------------- */

/* An address that a browser on this machine can open. */
static void write_address(const char *bind, int port, bool is_secure, char text[ADDRESS_TEXT])
{
    const char *host = bind;
    if (!bind || strcmp(bind, "0.0.0.0") == 0)
        host = "127.0.0.1";
    else if (strcmp(bind, "::") == 0)
        host = "::1";
    bool is_ipv6 = strchr(host, ':') != NULL;
    snprintf(text, ADDRESS_TEXT, "http%s://%s%.64s%s:%d/", is_secure ? "s" : "", is_ipv6 ? "[" : "",
             host, is_ipv6 ? "]" : "", port);
}

/* Whoever looks at the terminal may not be the one who started it, so both languages say it. */
static void announce(const char *address, const LudServer *server, bool is_root, bool is_confined)
{
    const LudError *lack = lud_server_lacks_games(server);
    unsigned confinement = lud_server_confinement(server);
    char reason[2048];
    const char *own = language_code();
    static const char *const codes[] = {"es", "en"};
    for (int i = 0; i < 2; i++) {
        language_set(codes[i]);
        printf(_("Ludoteca is at %s (Ctrl-C ends it)\n"), address);
    }
    language_set(own);
    if (!lud_server_has_page())
        printf("%s\n", _("The page itself is not built in: `make play` builds it."));
    if (lack) {
        lud_error_text(lack, language_text, reason, sizeof reason);
        printf(_("People can't play each other over it: %s\n"), reason);
    }
    if (is_root)
        printf("%s\n", _("It runs as root; --user NAME gives that up."));
    if (is_confined && !(confinement & LUD_SERVER_FILTERS))
        printf("%s\n",
               _("This system, or this build, can't filter system calls: it serves without."));
    if (is_confined && !(confinement & LUD_SERVER_FENCED))
        printf(
            "%s\n",
            _("This system, or this build, can't keep it out of other files: it serves without."));
    fflush(stdout);
}

/* -- the browser ------------------------------------------------------------------------------- */

static bool has_display(void)
{
    const char *x11 = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    bool is_remote = getenv("SSH_CONNECTION") || getenv("SSH_TTY");
    return ((x11 && *x11) || (wayland && *wayland)) && !is_remote;
}

/* Opens the user's browser in a process that nobody has to wait for; if there is none, the address
 * was said anyway. */
static void open_browser(const char *address)
{
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            setsid();
            if (freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr))
                execlp("xdg-open", "xdg-open", address, (char *)NULL);
        }
        _exit(EXIT_SUCCESS);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

/* -- running ----------------------------------------------------------------------------------- */

static LudServer *volatile running; /* a signal handler knows nothing but this */

static void stop(int number)
{
    (void)number;
    if (running)
        lud_server_stop(running);
}

static void renew(int number)
{
    (void)number;
    if (running)
        lud_server_renew(running);
}

/* Signals that the caller had ignored stay ignored. */
static void watch_signals(bool has_certificate)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        bool is_for_renewal = has_certificate && numbers[i] == SIGHUP;
        struct sigaction old, action = {.sa_handler = is_for_renewal ? renew : stop};
        sigemptyset(&action.sa_mask);
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

/* Whether each directory of a path joined by ':' can be read: one that is not would only show as
 * answers that are missing. Else says so. */
static bool has_folders(const char *path)
{
    char folder[4096];
    for (const char *at = path; at && *at; at += *at == ':') {
        size_t length = strcspn(at, ":");
        snprintf(folder, sizeof folder, "%.*s", (int)length, at);
        at += length;
        if (length > 0 && access(folder, R_OK | X_OK) != 0) {
            report_file(folder);
            return false;
        }
    }
    return true;
}

/* The browser is started before the process confines itself, which is before anybody is told. */
static int serve(const LudServerSettings *settings, bool opens, bool is_confined, ServeLog *log)
{
    LudServer *server = NULL;
    LudError err;
    char address[ADDRESS_TEXT];
    if (lud_server_new(&server, settings, &err) != LUD_OK)
        return report_error(&err);
    /* Once more, because another user may see less. */
    if (settings->user && (!has_folders(settings->tables) || !has_folders(settings->page))) {
        lud_server_free(server);
        return EXIT_FAILURE;
    }
    running = server;
    watch_signals(settings->certificate != NULL);
    write_address(settings->bind, lud_server_port(server), settings->certificate != NULL, address);
    if (opens && has_display())
        open_browser(address);
    bool is_root = geteuid() == 0; /* which a confined process can't ask */
    int status = EXIT_SUCCESS;
    if (lud_server_open(server, is_confined, &err) != LUD_OK) {
        status = report_error(&err);
    } else if (log && !serve_log_start(log)) {
        status = report_memory();
    } else {
        announce(address, server, is_root, is_confined);
        lud_server_run(server);
    }
    running = NULL;
    lud_server_free(server);
    return status;
}

/* On another thread than all else that is said. */
static void tell_renewal(void *context, const LudError *err)
{
    (void)context;
    if (err)
        report_error(err);
    else
        fprintf(stderr, "%s\n", _("Certificate and key were read anew."));
}

/* Both or none, and such that they can be read later; false after saying what is wrong. */
static bool read_certificate(const Arguments *arguments, LudServerSettings *settings)
{
    settings->certificate = arguments_value(arguments, "certificate");
    settings->key = arguments_value(arguments, "key");
    settings->renewed = tell_renewal;
    bool is_whole = !settings->certificate == !settings->key;
    if (!is_whole)
        report_usage(_("--certificate and --key need each other."));
    return is_whole;
}

/* Who may see the figures, as the server's settings have it; false after saying what is wrong. */
static bool read_audience(const Arguments *arguments, int *audience)
{
    static const char *const names[] = {"local", "all", "none"};
    const char *given = arguments_value(arguments, "metrics");
    for (*audience = 0; given && *audience < 3; ++*audience) {
        if (strcmp(names[*audience], given) == 0)
            return true;
    }
    if (given)
        report_usage(_("--metrics takes local, all or none, not \"%s\"."), given);
    return !given;
}

/* False after saying what is wrong. */
static bool check_store(const Arguments *arguments, const LudServerSettings *settings)
{
    bool is_right = false;
    if (settings->store && arguments_has(arguments, "data"))
        report_usage(_("Games are kept in a directory or in a database: leave --data or --store "
                       "out."));
    else if (settings->store && !postgres_store_is_address(settings->store))
        report_usage(_("--store takes the address of a database, such as "
                       "postgresql://USER@HOST/NAME; a directory goes with --data."));
    else if (settings->broker && !settings->store)
        report_usage(_("--broker is for servers that share a database: name it with --store."));
    else
        is_right = true;
    return is_right;
}

static int cmd_serve(const Arguments *arguments)
{
    const char *ahead = getenv("LUDOTECA_TEST_AHEAD_MS");
    int audience;
    long port = USUAL_PORT, rate = USUAL_RATE, connections = USUAL_CONNECTIONS, keep_days = 0;
    if (!arguments_number(arguments, "port", 0, LAST_PORT, &port) ||
        !arguments_number(arguments, "rate", 0, MOST_RATE, &rate) ||
        !arguments_number(arguments, "connections", 0, MOST_CONNECTIONS, &connections) ||
        !read_audience(arguments, &audience))
        return EXIT_USAGE;
    LudServerSettings settings = {
        .bind = arguments_value(arguments, "bind"),
        .port = (int)port,
        .tables = arguments_value(arguments, "dir"),
        .tables_from = arguments_value(arguments, "tables-from"),
        .page = arguments_value(arguments, "page"),
        .hosts = arguments_value(arguments, "host"),
        .proxies = arguments_value(arguments, "behind-proxy"),
        .rate = (int)rate,
        .connections = (int)connections,
        .user = arguments_value(arguments, "user"),
        .metrics = audience,
        .keep_days = (int)keep_days,
        .contact = arguments_value(arguments, "contact"),
        .smtp = arguments_value(arguments, "smtp"),
        .mail_from = arguments_value(arguments, "mail-from"),
        .address = arguments_value(arguments, "address"),
        .push_test_host = getenv("LUDOTECA_PUSH_TEST_HOST"),
        .test_ahead_ms = ahead ? strtoll(ahead, NULL, 10) : 0,
        .store =
            store_address(arguments_value(arguments, "store"), arguments_value(arguments, "data")),
        .broker = arguments_value(arguments, "broker"),
        .name = arguments_value(arguments, "name"),
        .needs_data = arguments_value(arguments, "data") != NULL,
    };
    settings.needs_data = settings.needs_data || settings.store;
    if (!check_store(arguments, &settings))
        return EXIT_USAGE;
    if (!settings.smtp)
        settings.smtp = getenv("LUDOTECA_SMTP");
    if (settings.smtp && (!settings.mail_from || !settings.address))
        return report_usage(_("Mails need --mail-from, where they come from, and --address, where "
                              "their links lead."));
    if (!read_certificate(arguments, &settings))
        return EXIT_USAGE;
    if (!has_folders(settings.tables) || !has_folders(settings.page))
        return EXIT_FAILURE;
    ServeLog *log = NULL;
    if (arguments_has(arguments, "log")) {
        log = serve_log_new();
        if (!log)
            return report_memory();
        settings.log = serve_log_add;
        settings.context = log;
    }
    char *data = NULL; /* it stays so where there is no usual place, either */
    store_place(arguments_value(arguments, "data"), &data, NULL);
    settings.data = data;
    int status = serve(&settings, arguments_has(arguments, "open"),
                       !arguments_has(arguments, "unconfined"), log);
    lud_free(data);
    serve_log_end(log);
    return status;
}

static const OptionRow options[] = {
    {"port", N_("N"), N_("the port to listen on; usually 8080, with 0 any that is free")},
    {"bind", N_("ADDRESS"),
     N_("the address to listen on; usually 127.0.0.1, which only this machine can reach, with "
        "0.0.0.0 all")},
    {"dir", N_("DIRECTORY"), N_("where the tables are; usually the user's own")},
    {"tables-from", N_("URL"),
     N_("another host from which the page may fetch tables: https://tables.example.org/ludoteca/")},
    {"data", N_("DIRECTORY"),
     N_("where games between people are kept; usually ~/.local/state/ludoteca/server")},
    {"store", N_("ADDRESS"),
     N_("a database to keep them in instead, which several servers may share: "
        "postgresql://USER@HOST/NAME; also from the variable LUDOTECA_STORE")},
    {"broker", N_("ADDRESS"),
     N_("through which servers that share a database talk to each other: nats://HOST:4222")},
    {"name", N_("NAME"), N_("of this server among them; usually this machine's")},
    {"rate", N_("N"),
     N_("questions a second that one address may ask; usually 20, with 0 any number, of games that "
        "it "
        "creates, too")},
    {"connections", N_("N"),
     N_("connections that one address may have at once; usually 256, with 0 or with --rate 0 any "
        "number")},
    {"host", N_("NAMES"),
     N_("names that it answers to besides this machine's own, joined by commas; \"*\": any")},
    {"behind-proxy", N_("ADDRESSES"),
     N_("proxies, joined by commas, that are believed when they say for whom they ask")},
    {"user", N_("NAME"), N_("serve as this user once the port is open; only root can")},
    {"certificate", N_("FILE"),
     N_("speak TLS (https) with this chain of certificates in PEM; SIGHUP reads it anew")},
    {"key", N_("FILE"), N_("the certificate's key, in PEM")},
    {"page", N_("DIRECTORY"), N_("a page to serve instead of the one that is built in")},
    {"metrics", N_("WHO"),
     N_("who may see its figures at /metrics: local (this machine), all or none; usually local")},
    {"keep-days", N_("N"), N_("forget online games so many days after their end; usually never")},
    {"contact", N_("ADDRESS"),
     N_("lets browsers be told of games while they are away; mailto:… or https://… of whoever "
        "runs the server")},
    {"smtp", N_("SERVER"),
     N_("sends mails to those who want them: smtp://[USER:PASSWORD@]HOST[:PORT]; also from the "
        "variable LUDOTECA_SMTP")},
    {"mail-from", N_("ADDRESS"), N_("the address that mails come from")},
    {"address", N_("URL"),
     N_("where people find the page, for links in mails: https://example.org/")},
    {"open", NULL, N_("open it in the browser, where there is a display")},
    {"unconfined", NULL, N_("keep every system call, for debuggers")},
    {"log", NULL, N_("write a line to standard error for every request")},
    {NULL, NULL, NULL},
};

const Command serve_command = {
    .name = "serve",
    .operands = "",
    .about = N_("the page: play, learn and analyse in the browser"),
    .details = N_("Says the address to open, and serves it until Ctrl-C. Programs may ask for what "
                  "tables\n"
                  "know under /api/v1; docs/SERVER.md describes that.\n"),
    .least = 0,
    .most = 0,
    .options = options,
    .run = cmd_serve,
};
