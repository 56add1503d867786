import { Database } from 'bun:sqlite'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compose, shutdown } from '../../../compose'
import { connectionQueueTable, connectionTable } from '../../../connection/connection.tables'
import { createContext } from '../../../kernel/company/company-context'
import { readConfig } from '../../../kernel/config/config'
import { nameKey } from '../../../kernel/text/name-text.contract'
import { createAccessTokens } from '../../../platform/sign-in/access-token'
import { createCompany } from '../../../platform/company/create-company'
import { neverDue } from '../../../platform/company/company.queries'
import { planTable } from '../../../platform/platform.tables'
import type { Session } from '../../../platform/sign-in/access-token'
import { startSession } from '../../../user/session/session'
import { queueTable } from '../../../queue/queue.tables'
import { userQueueTable, userTable } from '../../../user/user.tables'

export const agentsOfCompany = 5

/** A signed-in agent. User 1 of each company is its admin and replies like the others. */
export interface CapacityAgent {
  companyId: number
  userId: number
  cookie: string
  token: string
}

interface CapacityCompanies {
  known: number
  withLine: number
}

export async function makeCapacityCompanies(dataDir: string, { known, withLine }: CapacityCompanies) {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const first = compose({ config })
  await fillFirst(first)
  await shutdown(first)
  copyFirst(dataDir, known)

  const platform = compose({ config })
  const sessions = new Map<string, Session>()
  const signedOut: CapacityAgent[] = []
  for (let companyId = 1; companyId <= withLine; companyId++) {
    for (let userId = 1; userId <= agentsOfCompany; userId++) {
      const { session, refreshToken } = startSession(platform, createContext(platform.files.use(companyId)), userId, '')
      sessions.set(`${companyId} ${userId}`, session)
      signedOut.push({ companyId, userId, cookie: refreshToken, token: '' })
    }
  }
  const { sign } = createAccessTokens(platform.hostKey.sessionSecret, platform.clock)
  await shutdown(platform)
  return {
    signedOut,
    /** Creates access tokens, which are valid for a quarter of an hour. */
    async signIn(agents: readonly CapacityAgent[]) {
      for (const agent of agents) {
        const session = sessions.get(`${agent.companyId} ${agent.userId}`)
        if (session) agent.token = await sign(session)
      }
    },
  }
}

const at = { createdAt: new Date(0), updatedAt: new Date(0) }
const emailOf = (companyId: number, userId: number) => `user${userId}@company${companyId}.test`

async function fillFirst(platform: ReturnType<typeof compose>) {
  const passwordHash = await Bun.password.hash('bench', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  const limits = { users: 50, connections: 10, queues: 50, amount: 0, isPublic: false }
  const off = { useFacebook: false, useInstagram: false, useSchedules: false, useKanban: false, useOpenAi: false }
  const on = { useWhatsapp: true, useCampaigns: true, useExternalApi: true, useIntegrations: true }
  const plan = { ...limits, ...off, ...on, useInternalChat: false }
  platform.catalog.db
    .insert(planTable)
    .values({ name: 'Plano', nameKey: 'plano', ...plan, ...at })
    .run()
  const company = await createCompany(
    platform,
    { name: 'Empresa 1', email: emailOf(1, 1), planId: 1, dueDate: neverDue },
    { name: 'Pessoa 1', email: emailOf(1, 1), passwordHash, super: false },
  )
  const { db, transaction } = createContext(platform.files.use(company.id))
  transaction(() => {
    db.insert(queueTable)
      .values({ name: 'Vendas', nameKey: nameKey('Vendas'), color: '#0b7285', ...at })
      .run()
    for (let id = 1; id <= agentsOfCompany; id++) {
      const user = { id, name: `Pessoa ${id}`, email: emailOf(1, id), passwordHash, profile: 'user' as const, ...at }
      if (id > 1) db.insert(userTable).values(user).run()
      db.insert(userQueueTable).values({ userId: id, queueId: 1 }).onConflictDoNothing().run()
    }
    const connection = { name: 'WhatsApp', nameKey: nameKey('WhatsApp'), isDefault: true, options: {} as never }
    db.insert(connectionTable)
      .values({ ...connection, token: 'bench'.padEnd(30, 'x'), ...at })
      .run()
    db.insert(connectionQueueTable).values({ connectionId: 1, queueId: 1 }).run()
  })
}

/** Gives each copy its own number, users and connection token; otherwise it would not be opened or saved. */
function copyFirst(dataDir: string, known: number) {
  const catalog = new Database(join(dataDir, 'platform.sqlite'))
  catalog.transaction(() => {
    for (let id = 1; id <= known; id++) {
      if (id > 1) {
        catalog.run(
          `INSERT INTO company (id, name, name_key, email, plan_id, due_date, may_connect, created_at, updated_at)
           VALUES (?, ?, ?, ?, 1, '2999-12-31', 0, 0, 0)`,
          [id, `Empresa ${id}`, `empresa ${id}`, emailOf(id, 1)],
        )
        copyCompany(dataDir, id)
      }
      for (let userId = 1; userId <= agentsOfCompany; userId++) {
        catalog.run('INSERT OR IGNORE INTO user_index (email, company_id, user_id) VALUES (?, ?, ?)', [
          emailOf(id, userId),
          id,
          userId,
        ])
      }
    }
  })()
  catalog.close()
}

function copyCompany(dataDir: string, id: number) {
  const folder = join(dataDir, 'companies', String(id))
  cpSync(join(dataDir, 'companies/1'), folder, { recursive: true })
  const file = new Database(join(folder, 'company.sqlite'))
  file.run('PRAGMA synchronous = OFF')
  file.run('UPDATE identity SET company_id = ?', [id])
  file.run("UPDATE user SET email = 'user' || id || '@company' || ? || '.test'", [id])
  file.run('UPDATE connection SET token = ?', [String(id).padStart(30, 'x')])
  file.run('PRAGMA wal_checkpoint(TRUNCATE)')
  file.close()
}

export function readCompany<Row>(dataDir: string, companyId: number, sql: string): Row[] {
  const file = new Database(join(dataDir, 'companies', String(companyId), 'company.sqlite'), { readonly: true })
  try {
    return file.query<Row, []>(sql).all()
  } finally {
    file.close()
  }
}
