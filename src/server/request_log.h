/* A line for the log about each answer, which is counted, too. */
#ifndef LUD_SERVER_REQUEST_LOG_H
#define LUD_SERVER_REQUEST_LOG_H

#include "server/connection.h"

void request_log(const Connection *connection, const Request *request, const Reply *reply);

#endif
