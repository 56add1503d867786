import { familyRows } from './family-rows'
import { familySchema } from './family-schema'
import { insertStatements, type PostgresServer } from './postgres-server'

export interface LargeSize {
  contacts: number
  tickets: number
  messages: number
}

/** Fills a database of the dialect with flows: the rows of the tests, and these many besides, each with what WhatsApp sent. */
export async function createLargeDatabase(
  server: PostgresServer,
  name: string,
  { contacts, tickets, messages }: LargeSize,
) {
  await server.createDatabase(name, familySchema('G') + insertStatements(familyRows('G')))
  const from = 100_000
  await server.query(
    name,
    `INSERT INTO "Contacts" (id, name, number, "createdAt", "updatedAt", email, "companyId")
       SELECT ${from} + i, 'Cliente ' || i || ' 😀', '55119' || (80000000 + i), now(), now(), '', 1 FROM generate_series(1, ${contacts}) i;
     INSERT INTO "Tickets" (id, status, "lastMessage", "contactId", "whatsappId", "companyId", "createdAt", "updatedAt", uuid)
       SELECT ${from} + i, CASE WHEN i <= ${Math.floor(contacts / 10)} THEN 'open' ELSE 'closed' END, 'ok', ${from} + 1 + i % ${contacts}, 11, 1,
         timestamptz '2023-01-01' + i * interval '1 min', timestamptz '2023-01-01' + i * interval '2 min', gen_random_uuid()
       FROM generate_series(1, ${tickets}) i;
     INSERT INTO "Messages" (id, body, ack, read, "mediaType", "ticketId", "createdAt", "updatedAt", "fromMe", "contactId", "companyId",
         "remoteJid", "dataJson", "queueId", wid)
       SELECT 10000000 + i, 'Mensagem número ' || i || ' ' || repeat('ação ', i % 12) || CASE WHEN i % 9 = 0 THEN E'\\nlinha' ELSE '' END, 3, true,
         'conversation', ${from} + 1 + i % ${tickets}, timestamptz '2023-01-01' + i * interval '1 min', now(), i % 2 = 0, ${from} + 1 + i % ${contacts}, 1,
         '5511999990000@s.whatsapp.net',
         json_build_object('key', json_build_object('remoteJid', '5511999990000@s.whatsapp.net', 'fromMe', false, 'id', md5(i::text)),
           'messageTimestamp', 1690000000 + i, 'pushName', 'Cliente "x"', 'message', json_build_object('conversation', 'Mensagem ' || i,
           'messageContextInfo', json_build_object('senderKeyHash', md5((i + 1)::text), 'messageSecret', md5((i * 7)::text)))),
         11, '3EB0' || upper(md5(i::text))
       FROM generate_series(1, ${messages}) i;`,
  )
}
