import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { copyMark } from '../host/upgrade/copy-data'
import { openCompany } from '../host/upgrade/open-company'
import { CommandRefused, defineCommand } from './command'

/** What `recado upgrade` asks of the version to come: its options and its result stay as they are. */
export const rehearse = defineCommand({
  words: 'rehearse',
  summary: 'Opens and shows companies of copied data; used by upgrade',
  isInternal: true,
  usage: 'recado rehearse --companies IDS --address ADDRESS',
  example: 'recado rehearse --companies 1,7 --address http://127.0.0.1:3999',
  options: v.strictObject({
    companies: v.pipe(v.string(), v.regex(/^\d+(,\d+)*$/, 'these are no ids')),
    address: v.pipe(v.string(), v.url()),
  }),
  runs: 'host',
  async run(platform, { companies, address }, { progress, signal }) {
    if (!existsSync(join(platform.config.dataDir, copyMark))) {
      throw new CommandRefused('This ends sessions, and is done on copies of data only.')
    }
    const opened: Awaited<ReturnType<typeof openCompany>>[] = []
    const ids = companies.split(',').map(Number)
    for (const id of ids) {
      signal.throwIfAborted()
      progress({ what: 'Opening companies', done: opened.length, of: ids.length })
      opened.push(await openCompany(platform, id, address))
    }
    return { companies: opened }
  },
  print: ({ companies }) => companies.map(({ id, page }) => `company ${id}: its page answered ${page}`).join('\n'),
})
