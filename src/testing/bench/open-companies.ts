import { compose, shutdown } from '../../compose'
import { readConfig } from '../../kernel/config/config'
import { createContext } from '../../kernel/company/company-context'
import { listContacts } from '../../contact/list/list-contacts'
import { ListContactsQuery } from '../../contact/contact.contract'
import * as v from 'valibot'

/** Opens companies in sequence and prints the resident bytes of each further one: `open-companies.ts <data folder> <from> <to>`. */
const [dataDir = '', from = '1', to = '1'] = process.argv.slice(2)
const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
const query = v.parse(ListContactsQuery, {})
const middle = Math.floor((Number(from) + Number(to)) / 2)
const open = (id: number) => listContacts(createContext(platform.files.use(id)), query)
const resident = () => {
  Bun.gc(true)
  return process.memoryUsage().rss
}

// The first half absorbs the memory of the code itself.
for (let id = Number(from); id < middle; id++) open(id)
const before = resident()
for (let id = middle; id <= Number(to); id++) open(id)
console.log(Math.round((resident() - before) / (Number(to) - middle + 1)))
await shutdown(platform)
process.exit(0)
