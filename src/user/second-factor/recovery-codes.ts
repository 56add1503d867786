import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { UserId } from '../../kernel/ids'
import { recoveryCodeTable } from './second-factor.tables'

const codesCount = 10
/** Without letters that look like digits. 10 of 32 are 50 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'
const codeLength = 10

export interface RecoveryCodes {
  /** Shown once. */
  codes: string[]
  rows: { salt: string; hash: string }[]
}

/** Takes a tenth of a second, so it runs before a transaction. */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const salt = randomBytes(16).toString('base64url')
  const codes = Array.from({ length: codesCount }, newCode)
  const rows = await Promise.all(codes.map(async (code) => ({ salt, hash: await hashOf(code, salt) })))
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), rows }
}

const newCode = () => [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('')

const hashOf = (code: string, salt: string) =>
  new Promise<string>((resolve, reject) => {
    scrypt(code, salt, 32, { N: 16_384 }, (error, key) => (error ? reject(error) : resolve(key.toString('base64url'))))
  })

/** In the caller's transaction. Earlier codes end. */
export function storeRecoveryCodes({ db }: CompanyContext, userId: UserId, { rows }: RecoveryCodes) {
  dropRecoveryCodes({ db }, userId)
  for (const row of rows)
    db.insert(recoveryCodeTable)
      .values({ userId, ...row })
      .run()
}

export function dropRecoveryCodes({ db }: Pick<CompanyContext, 'db'>, userId: UserId) {
  db.delete(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId)).run()
}

export function countRecoveryCodes({ db }: CompanyContext, userId: UserId) {
  const left = db.select({ n: count() }).from(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId)).get()
  return left?.n ?? 0
}

/** Returns the hash of the row that this code is. */
export async function findRecoveryCode({ db }: CompanyContext, userId: UserId, given: string) {
  const rows = db.select().from(recoveryCodeTable).where(eq(recoveryCodeTable.userId, userId)).all()
  const hash = await hashOf(given.toLowerCase(), rows[0]?.salt ?? 'none')
  return rows.find((row) => timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)))?.hash
}

/** False when another request was faster. */
export function takeRecoveryCode({ db }: CompanyContext, userId: UserId, hash: string) {
  const isIt = and(eq(recoveryCodeTable.userId, userId), eq(recoveryCodeTable.hash, hash))
  return db.delete(recoveryCodeTable).where(isIt).returning({ hash: recoveryCodeTable.hash }).all().length > 0
}
