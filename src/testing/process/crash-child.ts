/**
 * The product without its screens, to be killed: its bots answer, or with CRASH_CHILD_ECHO an echo of every message.
 * Configured by the environment; prints one line once its connections have been started.
 */
import type { Worker } from 'node:worker_threads'
import { endOnLeftPromises } from '../../channel/whatsapp/session/left-promises'
import { compose, composeConnections } from '../../compose'
import { jobHandlers } from '../../domains'
import { startJobLoop } from '../../kernel/job/job-loop'
import { readConfig } from '../../kernel/config/config'
import { queueAutomaticText } from '../../message/send/queue-message'
import { getTicketRow } from '../../ticket/ticket.queries'

// The threads of lines and of checkpoints end like by a fault of their own.
process.on('worker', (thread: Worker) => process.on('SIGUSR2', () => void thread.terminate()))

const platform = compose({ config: readConfig() })
if (process.env['CRASH_CHILD_ECHO']) {
  platform.ports.answerContact = (ctx, { ticket, content }) => {
    queueAutomaticText(ctx, getTicketRow(ctx, ticket.id), `eco ${content.body}`)
  }
} else {
  const { files, catalog, log } = platform
  startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
}
endOnLeftPromises(platform.log)
const connections = composeConnections(platform, {
  supervisor: { startGapMs: 0, policy: { firstRetryMs: 50, retryMsMax: 200 } },
})
await connections.boot()
console.log('ready')
