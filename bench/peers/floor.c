/* The kernel's floor: the bare broadcast of bench/bare.py as a small epoll program, with nothing decoded but the nick.
 *
 * Four connections make a table. A line with client_hello gives a nick; any other line is a move, which is answered with
 * a verdict and told to the four as a board of the usual size.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SEATS = 4, LINE = 4096, BOARD = 4096, EVENTS = 512, MOST = 1 << 20 };

struct table;
struct seat {
    int fd, used, number;
    char nick[32], line[LINE];
    struct table *table;
};
struct table {
    int joined;
    struct seat *seats[SEATS];
};

static struct seat *seats[MOST];
static struct table *waiting;

static const char HELLO[] = "{\"answer_type\":\"server_hello\",\"set_client_id\":\"0\"}\n";
static const char WELCOME[] = "{\"answer_type\":\"nick_verification\",\"result\":\"ok\"}\n";
static const char VERDICT[] =
    "{\"answer_type\":\"move_verification\",\"result\":\"ok\"}\n{\"answer_type\":\"end_of_round\",\"result\":\"ok\"}\n";
static const char GEMS[] = "\"white\":3,\"green\":3,\"blue\":3,\"black\":3,\"red\":3";

static void say(int fd, const char *text, size_t size) {
    if (write(fd, text, size) < 0) perror("write");
}

static int board(char *out, const struct table *table, int mover) {
    int at = sprintf(out, "{\"answer_type\":\"game_board\",\"next_player\":\"%s\",\"bankCash\":{%s,\"yellow\":1},\"players\":[",
                     table->seats[mover]->nick, GEMS);
    for (int seat = 0; seat < SEATS; seat++)
        at += sprintf(out + at,
                      "%s{\"nick\":\"%s\",\"cash\":{%s,\"yellow\":1},\"active\":%s,\"claimedCard\":null,"
                      "\"totalDiscount\":{%s},\"totalPrestige\":7}",
                      seat ? "," : "", table->seats[seat]->nick, GEMS, seat == mover ? "true" : "false", GEMS);
    return at + sprintf(out + at, "],\"cards\":{\"level1\":[1,2,3,4],\"level2\":[41,42,43,44],\"level3\":[71,72,73,74]},"
                                  "\"nobles\":[90,91,92,93,94]}\n");
}

static void tell(const struct table *table, int mover, const struct seat *answered) {
    char text[sizeof VERDICT + BOARD];
    memcpy(text, VERDICT, sizeof VERDICT - 1);
    int verdict = sizeof VERDICT - 1, size = board(text + verdict, table, mover);
    for (int seat = 0; seat < SEATS; seat++) {
        const struct seat *to = table->seats[seat];
        if (to == answered) say(to->fd, text, verdict + size);
        else say(to->fd, text + verdict, size);
    }
}

static void heard(struct seat *from, const char *line) {
    const char *nick = strstr(line, "\"nick\":\"");
    if (!nick) {
        tell(from->table, (from->number + 1) % SEATS, from);
        return;
    }
    sscanf(nick + 8, "%31[^\"]", from->nick);
    if (!waiting) waiting = calloc(1, sizeof *waiting);
    from->table = waiting;
    from->number = waiting->joined;
    waiting->seats[waiting->joined++] = from;
    say(from->fd, WELCOME, sizeof WELCOME - 1);
    if (waiting->joined == SEATS) {
        struct table *full = waiting;
        waiting = NULL;
        tell(full, 0, NULL);
    }
}

static int listens(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(fd, (struct sockaddr *)&address, size) || listen(fd, 1024)) exit(1);
    getsockname(fd, (struct sockaddr *)&address, &size);
    printf("listening floor 127.0.0.1:%d\nready\n", ntohs(address.sin_port));
    fflush(stdout);
    return fd;
}

int main(void) {
    int door = listens(), loop = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = door}, events[EVENTS];
    epoll_ctl(loop, EPOLL_CTL_ADD, door, &event);
    for (;;) {
        int count = epoll_wait(loop, events, EVENTS, -1);
        for (int number = 0; number < count; number++) {
            int fd = events[number].data.fd, came;
            if (fd == door) {
                while ((came = accept4(door, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    int on = 1;
                    setsockopt(came, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                    seats[came] = calloc(1, sizeof **seats);
                    seats[came]->fd = came;
                    event.data.fd = came;
                    epoll_ctl(loop, EPOLL_CTL_ADD, came, &event);
                    say(came, HELLO, sizeof HELLO - 1);
                }
                continue;
            }
            struct seat *seat = seats[fd];
            ssize_t size = read(fd, seat->line + seat->used, LINE - 1 - seat->used);
            if (size <= 0) exit(0); /* the load is done */
            seat->used += size;
            seat->line[seat->used] = 0;
            char *line = seat->line, *end;
            while ((end = strchr(line, '\n'))) {
                *end = 0;
                heard(seat, line);
                line = end + 1;
            }
            seat->used -= line - seat->line;
            memmove(seat->line, line, seat->used);
        }
    }
}
