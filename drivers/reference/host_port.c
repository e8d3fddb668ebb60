/* SPDX-License-Identifier: Apache-2.0 */
/* The reference shoe or shuffler on a computer: `tapis_reference shoe pty`.

   Its line is a pty of its own, a serial port by its path, or tcp:PORT, where it listens. Its mechanism is the
   standard input: one command a line, each answered by one line; the end of the input ends it.

   shoe      deck N     a deck of N cards was put in; 0, taken out
             card C     a hand draws card C (0 to 51, 255 unreadable): "held" if the shoe lets none out
             force C    a card leaves whatever the lock
             cut        the cut card leaves
             bolt 0|1   the bolt is stuck; moves again
   shuffler  state m i o n s l c   as the fields of shuffler_state
             jam N      at stage N; 255, no more
             empty      it is shown empty on purpose
   both      power      without power for an instant; what lies in it stays
             wipe       its lasting memory is empty, as on a board that has none
             ask        no more than the answer

   A shoe answers "ok LOCKED LEFT WAITING MET", a shuffler "ok JAM AWAITED WAITING MET". */
#define _XOPEN_SOURCE 600
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tapis_shoe.h"
#include "tapis_shuffler.h"

#define POLL_MS 2

static int line_fd = -1, spare_fd = -1, listen_fd = -1;
static bool is_shoe, stuck;
static struct tapis_shoe shoe;
static struct tapis_shuffler shuffler;
static struct tapis_memory kept;
static bool has_kept;
static uint8_t left; /* cards that lie in the shoe, whatever the program knows */
static unsigned char inbox[4096];
static ssize_t inbox_count, inbox_at;

/* --- the port ------------------------------------------------------------------------------------ */

static int read_byte(void *context)
{
    (void)context;
    if (inbox_at >= inbox_count) {
        inbox_at = 0;
        inbox_count = line_fd < 0 ? 0 : read(line_fd, inbox, sizeof inbox);
        if (inbox_count == 0 && line_fd >= 0 && listen_fd >= 0) {
            close(line_fd);
            line_fd = -1;
        }
        if (inbox_count <= 0) {
            inbox_count = 0;
            return -1;
        }
    }
    return inbox[inbox_at++];
}

static void write_bytes(void *context, const uint8_t *data, size_t bytes)
{
    (void)context;
    while (line_fd >= 0 && bytes > 0) {
        ssize_t put = write(line_fd, data, bytes);

        if (put <= 0)
            return; /* a full line loses bytes: what was lost is said again */
        data += put;
        bytes -= (size_t)put;
    }
}

static uint32_t now_ms(void *context)
{
    struct timespec now;

    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u);
}

static uint32_t draw(void *context)
{
    uint32_t number = 0;
    int fd = open("/dev/urandom", O_RDONLY);

    (void)context;
    if (fd < 0 || read(fd, &number, sizeof number) != (ssize_t)sizeof number)
        number = now_ms(NULL) ^ (uint32_t)getpid() << 16;
    if (fd >= 0)
        close(fd);
    return number;
}

static void keep(void *context, const struct tapis_memory *memory)
{
    (void)context;
    kept = *memory;
    has_kept = true;
}

static bool recall(void *context, struct tapis_memory *memory)
{
    (void)context;
    if (has_kept)
        *memory = kept;
    return has_kept;
}

static void bolt(void *context, bool locked)
{
    (void)context;
    if (!stuck)
        tapis_shoe_bolted(&shoe, locked);
}

static const struct tapis_port port = {NULL, read_byte, write_bytes, now_ms, draw, keep, recall};
static struct tapis_identity me = {"example", "shoe", "1.0", {0}};

/* --- the line ------------------------------------------------------------------------------------ */

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

static void make_raw(int fd)
{
    struct termios how;

    if (tcgetattr(fd, &how) != 0)
        return;
    how.c_iflag = 0;
    how.c_oflag = 0;
    how.c_lflag = 0;
    how.c_cflag = CS8 | CREAD | CLOCAL;
    how.c_cc[VMIN] = 0;
    how.c_cc[VTIME] = 0;
#ifdef B115200
    cfsetispeed(&how, B115200);
    cfsetospeed(&how, B115200);
#else
    cfsetispeed(&how, B38400);
    cfsetospeed(&how, B38400);
#endif
    tcsetattr(fd, TCSANOW, &how);
}

static void open_line(const char *where)
{
    if (strcmp(where, "pty") == 0) {
        line_fd = posix_openpt(O_RDWR | O_NOCTTY);
        if (line_fd < 0 || grantpt(line_fd) != 0 || unlockpt(line_fd) != 0)
            fail("pty");
        spare_fd = open(ptsname(line_fd), O_RDWR | O_NOCTTY); /* a pty without a reader would end */
        make_raw(spare_fd);
        printf("line %s\n", ptsname(line_fd));
    } else if (strncmp(where, "tcp:", 4) == 0) {
        struct sockaddr_in at;
        socklen_t size = sizeof at;
        int yes = 1;

        memset(&at, 0, sizeof at);
        at.sin_family = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        at.sin_port = htons((uint16_t)atoi(where + 4));
        listen_fd = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(listen_fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (listen_fd < 0 || bind(listen_fd, (struct sockaddr *)&at, size) != 0 || listen(listen_fd, 1) != 0)
            fail(where);
        getsockname(listen_fd, (struct sockaddr *)&at, &size);
        printf("line socket://127.0.0.1:%u\n", (unsigned)ntohs(at.sin_port));
    } else {
        line_fd = open(where, O_RDWR | O_NOCTTY | O_NONBLOCK);
        if (line_fd < 0)
            fail(where);
        make_raw(line_fd);
        printf("line %s\n", where);
    }
    if (line_fd >= 0)
        fcntl(line_fd, F_SETFL, O_NONBLOCK);
    fflush(stdout);
}

/* A new connection takes the place of an old one that is gone without a word. */
static void accept_line(void)
{
    int fd = accept(listen_fd, NULL, NULL);

    if (fd < 0)
        return;
    if (line_fd >= 0)
        close(line_fd);
    line_fd = fd;
    fcntl(fd, F_SETFL, O_NONBLOCK);
}

/* --- the mechanism ------------------------------------------------------------------------------- */

static void switch_on(void)
{
    static const struct tapis_shuffler_state empty = {0, 0, 0, 0, 0, 0, 1};
    bool again = shuffler.session.port != NULL;
    struct tapis_shuffler_state state = again ? shuffler.state : empty;
    uint8_t jam = again ? shuffler.jam : TAPIS_NO_JAM;

    inbox_count = inbox_at = 0;
    if (is_shoe) {
        tapis_shoe_start(&shoe, &port, &me, bolt, left);
    } else {
        tapis_shuffler_start(&shuffler, &port, &me, &state);
        tapis_shuffler_jammed(&shuffler, jam); /* the card that jams lies there still */
    }
}

static bool let_out(uint8_t card, bool whatever)
{
    if (left == 0 || (!whatever && shoe.locked))
        return false;
    left--;
    tapis_shoe_card(&shoe, card);
    return true;
}

static bool act(const char *word, const int *given)
{
    struct tapis_shuffler_state state;

    if (strcmp(word, "power") == 0) {
        switch_on();
    } else if (strcmp(word, "wipe") == 0) {
        has_kept = false;
    } else if (is_shoe && strcmp(word, "deck") == 0) {
        left = (uint8_t)given[0];
        tapis_shoe_deck(&shoe, left);
    } else if (is_shoe && (strcmp(word, "card") == 0 || strcmp(word, "force") == 0)) {
        return let_out((uint8_t)given[0], word[0] == 'f');
    } else if (is_shoe && strcmp(word, "cut") == 0) {
        tapis_shoe_cut_card(&shoe);
    } else if (is_shoe && strcmp(word, "bolt") == 0) {
        stuck = given[0] == 0;
    } else if (!is_shoe && strcmp(word, "state") == 0) {
        state.mode = (uint8_t)given[0];
        state.deck_in = (uint8_t)given[1];
        state.deck_out = (uint8_t)given[2];
        state.count = (uint8_t)given[3];
        state.shuffled = (uint8_t)given[4];
        state.lid_open = (uint8_t)given[5];
        state.cut_card = (uint8_t)given[6];
        tapis_shuffler_changed(&shuffler, &state);
    } else if (!is_shoe && strcmp(word, "jam") == 0) {
        tapis_shuffler_jammed(&shuffler, (uint8_t)given[0]);
    } else if (!is_shoe && strcmp(word, "empty") == 0) {
        tapis_shuffler_shown_empty(&shuffler);
    }
    return true;
}

static void command(const char *line)
{
    char word[16] = "";
    int given[7] = {0, 0, 0, 0, 0, 0, 0};
    const struct tapis_session *session = is_shoe ? &shoe.session : &shuffler.session;
    bool done;

    sscanf(line, "%15s %d %d %d %d %d %d %d", word, &given[0], &given[1], &given[2], &given[3], &given[4],
           &given[5], &given[6]);
    done = act(word, given);
    printf("%s %d %d %d %d\n", done ? "ok" : "held", is_shoe ? shoe.locked : shuffler.jam,
           is_shoe ? left : shuffler.awaited_empty, session->waiting.count, session->met);
    fflush(stdout);
}

/* Whether the input goes on; its whole lines were obeyed. */
static bool obey(void)
{
    static char held[256];
    static size_t count;
    char *end;
    ssize_t got = read(STDIN_FILENO, held + count, sizeof held - 1 - count);

    if (got <= 0)
        return false;
    count += (size_t)got;
    held[count] = 0;
    while ((end = strchr(held, '\n')) != NULL) {
        *end = 0;
        command(held);
        count -= (size_t)(end + 1 - held);
        memmove(held, end + 1, count + 1);
    }
    return count < sizeof held - 1;
}

int main(int argc, char **argv)
{
    struct pollfd ready[3];

    if (argc != 3 || (strcmp(argv[1], "shoe") != 0 && strcmp(argv[1], "shuffler") != 0)) {
        fprintf(stderr, "usage: %s shoe|shuffler pty|PATH|tcp:PORT\n", argv[0]);
        return 2;
    }
    is_shoe = strcmp(argv[1], "shoe") == 0;
    me.machine = argv[1];
    signal(SIGPIPE, SIG_IGN); /* who writes to a connection that is gone is told so, and goes on */
    open_line(argv[2]);
    switch_on();
    for (;;) {
        ready[0].fd = STDIN_FILENO;
        ready[1].fd = line_fd;
        ready[2].fd = listen_fd;
        ready[0].events = ready[1].events = ready[2].events = POLLIN;
        poll(ready, 3, POLL_MS);
        if ((ready[0].revents & (POLLIN | POLLHUP)) != 0 && !obey())
            return 0;
        if ((ready[2].revents & POLLIN) != 0)
            accept_line();
        if (is_shoe)
            tapis_shoe_poll(&shoe);
        else
            tapis_shuffler_poll(&shuffler);
    }
}
