/**
 * The product without its screens, to be killed: it answers every message with an echo. Configured by the environment;
 * prints one line once its connections have been started.
 */
import { compose } from '../compose'
import { readConfig } from '../kernel/config'
import { queueAutomaticText } from '../message/queue-message'
import { composeConnections } from '../run-connections'
import { getTicketRow } from '../ticket/ticket.queries'

const platform = compose({ config: readConfig() })
platform.ports.answerContact = (ctx, { ticket, content }) => {
  queueAutomaticText(ctx, getTicketRow(ctx, ticket.id), `eco ${content.body}`)
}
process.on('unhandledRejection', (error) => platform.log.debug('An unhandled rejection', { error }))
const connections = composeConnections(platform, {
  whatsapp: { ackTimeoutMs: 2_000 },
  supervisor: { startGapMs: 0, policy: { firstRetryMs: 50, retryMsMax: 200 } },
})
await connections.boot()
console.log('ready')
