/**
 * Files events of page 104 in DATA_DIR, reports it, and kills itself: after the commit (`filed`), or within the
 * transaction that interprets the first of them (`interpreting`). Arguments: which, and the payloads.
 */
import { writeSync } from 'node:fs'
import { compose, composeConnections } from '../../compose'
import { fileAccountEvents } from '../../connection/inbox/file-account-events'
import { readConfig } from '../../kernel/config/config'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import { probeDriver } from '../probe-driver'

const [moment, ...payloads] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const platform = compose({ config: readConfig() })
composeConnections(platform, {
  supervisor: {
    drivers: { facebook: probeDriver },
    interpreter: {
      interpret(ctx, connection, events) {
        interpretInbound(ctx, connection, events)
        die()
      },
      interpretHistory() {},
      isEarly: () => false,
    },
  },
})
const known = await fileAccountEvents(platform, { channel: 'facebook', accountId: '104' }, payloads)
writeSync(1, known ? 'filed' : 'unknown')
if (moment === 'filed') die()
