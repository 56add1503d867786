import { nameKey } from '../../kernel/text/name-text.contract'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, shutdown } from '../../compose'
import { connectionQueueTable, connectionTable } from '../../connection/connection.tables'
import { contactIdentityTable, contactTable } from '../../contact/contact.tables'
import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { neverDue } from '../../platform/company/company.queries'
import { setMayConnect } from '../../platform/connection-index/connection-hint'
import { storeValue } from '../../setting/save-setting'
import { createCompany } from '../../platform/company/create-company'
import type { Platform } from '../../platform/platform'
import { planTable } from '../../platform/platform.tables'
import { queueTable } from '../../queue/queue.tables'
import { userQueueTable, userTable } from '../../user/user.tables'
import { acme, cheapPasswords, globex, password, people, type Person } from './people'
import { allFeatures } from '../../kernel/company/company-plan.contract'

let template: Promise<string> | undefined

/** Both companies, migrated and filled: a copy, because this process holds the original's files until its statements are collected. */
export async function copyTemplate() {
  template ??= fillTemplate()
  const templateDir = await template
  const dataDir = mkdtempSync(join(tmpdir(), 'recado-world-'))
  cpSync(templateDir, dataDir, { recursive: true })
  return { dataDir, templateDir }
}

async function fillTemplate() {
  const dataDir = mkdtempSync(join(tmpdir(), 'recado-template-'))
  const open = () =>
    compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }), passwordCost: cheapPasswords })
  const platform = open()
  const passwordHash = await platform.passwords.hash(password)
  addPlan(platform)
  const { ana, bruno, carla, sofia, gina, hugo, ines } = people
  await fillCompany(platform, acme.name, passwordHash, [ana, bruno, carla, sofia], {
    queues: [
      ['Vendas', '#0b7285'],
      ['Suporte', '#a61e4d'],
    ],
    connection: { name: 'Acme WhatsApp', number: '5511900000001' },
    contact: { name: 'Dona Maria', number: '5511988880001' },
  })
  await fillCompany(platform, globex.name, passwordHash, [gina, hugo, ines], {
    queues: [
      ['Cobrança', '#364fc7'],
      ['Entregas', '#2b8a3e'],
    ],
    connection: { name: 'Globex WhatsApp', number: '5511900000002' },
    contact: { name: 'Seu Jorge', number: '5511988880002' },
  })
  // The template's connections were inserted without the events by which they are counted.
  platform.catalog.sqlite.run('DELETE FROM connection_count')
  await shutdown(platform)
  // What is done when a file is opened first, such as sealing tokens, is done once for all copies.
  const opened = open()
  for (const { id } of [acme, globex]) opened.files.use(id)
  await shutdown(opened)
  return dataDir
}

function addPlan(platform: Platform) {
  const now = new Date(0)
  platform.catalog.db
    .insert(planTable)
    .values({
      name: 'Plano',
      nameKey: 'plano',
      users: 50,
      connections: 10,
      queues: 50,
      amount: 10_000,
      isPublic: true,
      ...allFeatures,
      createdAt: now,
      updatedAt: now,
    })
    .run()
}

/** So that tests of a screen find its entry at once. */
const groupNames = [
  'management',
  'service',
  'relationship',
  'campaigns',
  'automation',
  'administration',
  'finance',
  'platform',
]
const openGroups = Object.fromEntries(groupNames.map((name) => [name, true]))

interface CompanyContent {
  queues: [string, string][]
  connection: { name: string; number: string }
  contact: { name: string; number: string }
}

async function fillCompany(
  platform: Platform,
  name: string,
  passwordHash: string,
  staff: Person[],
  content: CompanyContent,
) {
  const [admin, ...agents] = staff
  if (!admin) throw new Error('A company needs an admin')
  const company = await createCompany(
    platform,
    { name, email: admin.email, planId: 1, dueDate: neverDue },
    { name: admin.name, email: admin.email, passwordHash, super: false },
  )
  const ctx = createContext(platform.files.use(company.id))
  ctx.transaction(() => {
    for (const [queue, color] of content.queues)
      ctx.db
        .insert(queueTable)
        .values({ name: queue, nameKey: nameKey(queue), color, ...at })
        .run()
    addAgents(ctx, agents, passwordHash)
    addConnection(ctx, content.connection)
    setMayConnect(platform, company.id, true)
    addContact(ctx, content.contact)
    storeValue(ctx, 'setupChecklistDismissed', 'true')
    ctx.db
      .update(userTable)
      .set({ menuChoices: { groups: openGroups, pinned: [] } })
      .run()
  })
}

const at = { createdAt: new Date(0), updatedAt: new Date(0) }

function addAgents(ctx: CompanyContext, agents: Person[], passwordHash: string) {
  for (const [index, { name, email }] of agents.entries()) {
    const isSuper = name === people.sofia.name
    const profile = isSuper ? ('admin' as const) : ('user' as const)
    const { id } = ctx.db
      .insert(userTable)
      .values({ name, email, passwordHash, profile, super: isSuper, ...at })
      .returning()
      .get()
    if (!isSuper)
      ctx.db
        .insert(userQueueTable)
        .values({ userId: id, queueId: index + 1 })
        .run()
  }
}

function addConnection(ctx: CompanyContext, { name, number }: CompanyContent['connection']) {
  const token = `token${number}`.padEnd(30, 'x')
  ctx.db
    .insert(connectionTable)
    .values({
      name,
      nameKey: nameKey(name),
      number,
      status: 'CONNECTED',
      isDefault: true,
      token,
      allowGroup: true,
      options: {} as never,
      ...at,
    })
    .run()
  for (const queueId of [1, 2]) ctx.db.insert(connectionQueueTable).values({ connectionId: 1, queueId }).run()
}

function addContact(ctx: CompanyContext, { name, number }: CompanyContent['contact']) {
  const searchText = `${name} ${number}`.toLowerCase()
  ctx.db
    .insert(contactTable)
    .values({ name, number, connectionId: 1, searchText, ...at })
    .run()
  ctx.db.insert(contactIdentityTable).values({ kind: 'phone', value: number, contactId: 1 }).run()
}
