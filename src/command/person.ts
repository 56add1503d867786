import { resolve } from 'node:path'
import * as v from 'valibot'
import { errorCode } from '../kernel/errors'
import {
  type ArchiveWritten,
  countPersonRows,
  erasePeople,
  findPeople,
  findPeopleNow,
  writePersonArchive,
} from '../person/at-terminal'
import type { Platform } from '../platform/platform'
import { CommandRefused, defineCommand } from './command'

const Company = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1))
const PhoneNumber = v.pipe(v.string(), v.regex(/^\+?[\d\s().-]{8,30}$/, 'this is not a phone number'))
// The running process has another working directory.
const NewFile = v.pipe(
  v.string(),
  v.transform((path) => resolve(path)),
)

export const personExport = defineCommand({
  words: 'person-export',
  summary: 'Writes everything that is stored of a contact to a ZIP that people and programs can read',
  usage: 'recado person-export COMPANY NUMBER --to FILE.zip',
  example: 'recado person-export 7 +5511987654321 --to maria.zip',
  options: v.strictObject({ company: Company, number: PhoneNumber, to: NewFile }),
  positionals: ['company', 'number'],
  runs: 'host',
  async run(platform, { company, number, to }, { progress, signal }) {
    const contacts = await findPeople(platform, { companyId: company, number })
    if (contacts.length === 0) throw nobody(company, number)
    try {
      return await writePersonArchive(platform, company, contacts, {
        to,
        signal,
        progress: (messages) => progress({ what: 'messages', done: messages }),
      })
    } catch (error) {
      if (errorCode(error) === 'EEXIST') throw new CommandRefused(`${to} exists already.`)
      throw error
    }
  },
  print: ({ path, messages, contactIds, bytes }: ArchiveWritten) =>
    `${path}: ${messages} messages of ${peopleOf(contactIds)}, ${bytes} bytes.`,
})

interface Erased {
  contactIds: number[]
  /** Of a dry run. */
  rows?: Record<string, number>
}

export const personErase = defineCommand({
  words: 'person-erase',
  summary: 'Erases everything that is stored of a contact; reports keep their figures without the person',
  usage: 'recado person-erase COMPANY NUMBER [--yes NAME] [--dry-run]',
  example: "recado person-erase 7 +5511987654321 --yes 'Dona Maria'",
  options: v.strictObject({
    company: Company,
    number: PhoneNumber,
    yes: v.optional(v.string()),
    dryRun: v.optional(v.boolean(), false),
  }),
  positionals: ['company', 'number'],
  runs: 'host',
  confirm(platform: Platform, { company, number }) {
    const contacts = findPeopleNow(platform, { companyId: company, number })
    const [first] = contacts
    if (!first) throw nobody(company, number)
    const { name } = first
    const people = contacts.map((contact) => `${contact.name || '(no name)'} (contact ${contact.id})`).join(', ')
    return {
      name: name || first.number,
      sentence: `Everything that company ${company} stores of ${people} will be erased.`,
    }
  },
  async run(platform, { company, number, dryRun }, { progress }): Promise<Erased> {
    const contacts = await findPeople(platform, { companyId: company, number })
    if (contacts.length === 0) throw nobody(company, number)
    const contactIds = contacts.map(({ id }) => id)
    if (dryRun) return { contactIds, rows: await countPersonRows(platform, company, contacts) }
    return { contactIds: await erasePeople(platform, company, contacts, (table) => progress({ what: table })) }
  },
  print({ contactIds, rows }: Erased) {
    if (!rows) return `Erased: ${peopleOf(contactIds)}.`
    const lines = Object.entries(rows).map(([table, n]) => `  ${table}: ${n}`)
    return [`Would be erased or made anonymous, of ${peopleOf(contactIds)}:`, ...lines].join('\n')
  },
})

const nobody = (company: number, number: string) =>
  new CommandRefused(`Company ${company} has no contact with the number ${number}.`)

const peopleOf = (ids: readonly number[]) => `contact${ids.length > 1 ? 's' : ''} ${ids.join(', ')}`
