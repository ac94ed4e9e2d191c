#include "server/refusal.h"

#include <string.h>

static const struct {
    int status;
    const char *text;
} refusals[] = {
    {400, "Esto no es una petición HTTP bien escrita.\nThis is no well-formed HTTP request.\n"},
    {403, "Otra página no puede preguntar aquí.\nAnother page may not ask here.\n"},
    {405, "Solo GET y HEAD. Only GET and HEAD.\n"},
    {414, "La dirección es demasiado larga.\nThe address is too long.\n"},
    {421, "Este servidor no se llama así. Quien lo lleva puede darle el nombre con --host NOMBRE; "
          "por su número responde siempre.\n"
          "This server does not go by this name. Whoever runs it can give it the name with "
          "--host NAME; by its number it always answers.\n"},
    {431, "La petición es demasiado larga.\nThe request is too long.\n"},
    {500, "El servidor ha fallado.\nThe server failed.\n"},
    {505, "Solo HTTP/1.0 y HTTP/1.1.\nOnly HTTP/1.0 and HTTP/1.1.\n"},
};

void refusal_reply(Reply *reply, int status)
{
    *reply = (Reply){.status = status,
                     .type = "text/plain; charset=utf-8",
                     .caching = "no-store",
                     .allow = status == 405 ? "GET, HEAD, OPTIONS" : NULL,
                     .bytes = ""};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (refusals[i].status == status)
            reply->bytes = refusals[i].text;
    }
    reply->size = strlen(reply->bytes);
}
