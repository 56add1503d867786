/**
 * Sends files in a separate process, which the test kills: a picture a turn, to Acme's first ticket. Prints `recorded KEY` once a file is
 * recorded, and `sent KEY` when the channel is given it. Configured by the environment.
 */
import { writeSync } from 'node:fs'
import { basename } from 'node:path'
import { compose } from '../../compose'
import { jobHandlers } from '../../domains'
import { createContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { findMedia } from '../../kernel/file/media-store'
import { runDueJobs } from '../../kernel/job/run-job'
import { findMessageRow } from '../../message/message.queries'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { sendMessage } from '../../message/send/send-message'
import { findActor } from '../../user/actor.queries'
import { createFakeChannel } from '../conversation/fake-channel'
import { dot } from '../media/dot'

// The test has the same folder open, to inspect the remains.
const lock = { isHandOver: () => false, isHeld: () => true, release() {} }
const platform = compose({ config: readConfig(), lock })
const company = () => createContext(platform.files.use(1))
const print = (line: string) => writeSync(1, `${line}\n`)
const { channel } = createFakeChannel()
channel.send = async ({ content }) => {
  if (content.kind === 'file') print(`sent ${basename(content.file.path)}`)
}
const ana = createContext(platform.files.use(1), findActor(company(), 1))
print('up')
for (;;) {
  const [id = 0] = await sendMessage(ana, 1, { texts: [''], files: [new File([dot], 'foto.png')] })
  const media = findMedia(ana, findMessageRow(ana, id)?.mediaId ?? null)
  print(`recorded ${media?.key}`)
  void runDueJobs(platform.files, 1, jobHandlers, platform.log, 100)
  void sendOutbox(company, 1, channel)
  await Bun.sleep(1)
}
