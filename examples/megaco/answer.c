/* A media gateway in small. A request of H.248 in text comes from standard input; the answer goes to standard output, in
 * aligned PER as hexadecimal digits and, after it, in text. Requests and answers are the same structs in both forms.
 *
 * It accepts every Add, Move, Modify, Subtract, Notify and ServiceChange, and answers other commands with error 443. It has room
 * for 32 transactions, actions and commands a message; actions and commands beyond that get error 510, transactions no answer. A
 * broken message is answered with error 400 if its sender can be read.
 */
#include <stdio.h>
#include <string.h>

#include "megaco.h"
#include "wireglot/grammar.h"

enum { LARGEST = 1 << 16, MOST = 32 };

/* The context that stands for one yet to be made. */
static const megaco_ContextID CHOOSE = 0xFFFFFFFE;

/* The parts of an answer. */
typedef struct {
    megaco_Transaction transactions[MOST];
    megaco_ActionReply actions[MOST];
    megaco_CommandReply commands[MOST];
    size_t action_count, command_count;
    megaco_ContextID next_context;
} answers;

static bool accept(const megaco_Command *command, megaco_CommandReply *reply)
{
    switch (command->kind) {
        case megaco_Command_addReq:
            reply->kind = megaco_CommandReply_addReply;
            reply->u.addReply.terminationID = command->u.addReq.terminationID;
            return true;
        case megaco_Command_moveReq:
            reply->kind = megaco_CommandReply_moveReply;
            reply->u.moveReply.terminationID = command->u.moveReq.terminationID;
            return true;
        case megaco_Command_modReq:
            reply->kind = megaco_CommandReply_modReply;
            reply->u.modReply.terminationID = command->u.modReq.terminationID;
            return true;
        case megaco_Command_subtractReq:
            reply->kind = megaco_CommandReply_subtractReply;
            reply->u.subtractReply.terminationID = command->u.subtractReq.terminationID;
            return true;
        case megaco_Command_notifyReq:
            reply->kind = megaco_CommandReply_notifyReply;
            reply->u.notifyReply.terminationID = command->u.notifyReq.terminationID;
            return true;
        case megaco_Command_serviceChangeReq:
            reply->kind = megaco_CommandReply_serviceChangeReply;
            reply->u.serviceChangeReply.terminationID = command->u.serviceChangeReq.terminationID;
            reply->u.serviceChangeReply.serviceChangeResult.kind =
                megaco_ServiceChangeResult_serviceChangeResParms;
            return true;
        default:
            return false;
    }
}

static void refuse(megaco_ActionReply *reply, megaco_ErrorCode error)
{
    reply->has_errorDescriptor = true;
    reply->errorDescriptor.errorCode = error;
}

static void act(answers *a, const megaco_ActionRequest *request, megaco_ActionReply *reply)
{
    size_t i;
    reply->contextId = request->contextId == CHOOSE ? a->next_context++ : request->contextId;
    reply->commandReply.items = a->commands + a->command_count;
    for (i = 0; i < request->commandRequests.count; i++) {
        if (a->command_count == MOST) {
            refuse(reply, 510); /* insufficient resources */
            return;
        }
        if (!accept(&request->commandRequests.items[i].command, &a->commands[a->command_count])) {
            refuse(reply, 443); /* unsupported or unknown command */
            return;
        }
        a->command_count++;
        reply->commandReply.count++;
    }
}

/* The answer to all requests of a message. */
static void answer(answers *a, const megaco_Message_messageBody_transactions_value *requests,
                   megaco_Message_messageBody_transactions_value *replies)
{
    size_t i, k;
    replies->items = a->transactions;
    for (i = 0; i < requests->count && replies->count < MOST; i++) {
        const megaco_TransactionRequest *const request = &requests->items[i].u.transactionRequest;
        megaco_TransactionReply *const reply = &a->transactions[replies->count].u.transactionReply;
        if (requests->items[i].kind != megaco_Transaction_transactionRequest) {
            continue;
        }
        a->transactions[replies->count++].kind = megaco_Transaction_transactionReply;
        reply->transactionId = request->transactionId;
        if (request->actions.count > MOST - a->action_count) {
            reply->transactionResult.kind = megaco_TransactionReply_transactionResult_transactionError;
            reply->transactionResult.u.transactionError.errorCode = 510;
            continue;
        }
        reply->transactionResult.kind = megaco_TransactionReply_transactionResult_actionReplies;
        reply->transactionResult.u.actionReplies.items = a->actions + a->action_count;
        for (k = 0; k < request->actions.count; k++) {
            act(a, &request->actions.items[k], &a->actions[a->action_count++]);
            reply->transactionResult.u.actionReplies.count++;
        }
    }
}

static void set_name(megaco_MId *id, const char *name)
{
    id->kind = megaco_MId_domainName;
    id->u.domainName.name.data = (const uint8_t *)name;
    id->u.domainName.name.size = strlen(name);
}

static int put(const megaco_MegacoMessage *reply)
{
    static uint8_t buffer[LARGEST];
    wg_octets encoding;
    wg_result result = megaco_MegacoMessage_encode_aper(reply, buffer, sizeof buffer, &encoding);
    size_t i;
    for (i = 0; i < encoding.size; i++) {
        printf("%02x", encoding.data[i]);
    }
    printf("\n");
    if (result.error == WG_OK) {
        result = megaco_MegacoMessage_encode_h248_compact(reply, buffer, sizeof buffer, &encoding);
        fwrite(encoding.data, 1, encoding.size, stdout);
        printf("\n");
    }
    if (result.error != WG_OK) {
        fprintf(stderr, "the answer cannot be written: %s\n", wg_error_text(result.error));
    }
    return result.error != WG_OK;
}

int main(void)
{
    static uint8_t text[LARGEST], memory[16 * LARGEST];
    static answers a;
    static megaco_MegacoMessage request, reply;
    const size_t size = fread(text, 1, sizeof text, stdin);
    wg_arena arena;
    wg_result result;
    wg_arena_init(&arena, memory, sizeof memory);
    result = megaco_MegacoMessage_decode_h248(&request, text, size, &arena);
    set_name(&reply.mess.mId, "gateway.example.org");
    a.next_context = 1;
    if (result.error != WG_OK) {
        const wg_scan_place place = wg_scan_place_of(text, size, result.octet);
        fprintf(stderr, "line %lu, column %lu: %s\n", (unsigned long)place.line, (unsigned long)place.column,
                wg_error_text(result.error));
        if (megaco_MegacoMessage_peek_h248(&request, text, size, &arena).error != WG_OK) {
            fprintf(stderr, "nobody to answer\n");
            return 1;
        }
        reply.mess.version = request.mess.version ? request.mess.version : 3;
        reply.mess.messageBody.kind = megaco_Message_messageBody_messageError;
        reply.mess.messageBody.u.messageError.errorCode = 400; /* syntax error in message */
        return put(&reply);
    }
    if (request.mess.messageBody.kind != megaco_Message_messageBody_transactions) {
        return 0;
    }
    reply.mess.version = request.mess.version ? request.mess.version : 3;
    reply.mess.messageBody.kind = megaco_Message_messageBody_transactions;
    answer(&a, &request.mess.messageBody.u.transactions, &reply.mess.messageBody.u.transactions);
    return reply.mess.messageBody.u.transactions.count ? put(&reply) : 0;
}
