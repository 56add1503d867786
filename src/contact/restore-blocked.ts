import { and, eq } from 'drizzle-orm'
import { createTurns } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import type { RestoredCompany } from '../kernel/company/restored-company'
import type { ContactId } from '../kernel/ids'
import { contactIdentityTable, contactTable } from './contact.tables'

const { id, active } = contactTable

/** Whoever is blocked today is blocked in the restored state, too, by whichever address they are known there; nobody else is. */
export async function restoreBlocked({ restored, present }: RestoredCompany) {
  if (!present) return
  const blocked = listBlocked(present)
  const turn = createTurns()
  const blockedThere: ContactId[] = []
  for (const contact of blocked) {
    blockedThere.push(...findSame(contact.id, present, restored))
    await turn()
  }
  await setActive(
    restored,
    listBlocked(restored).map((contact) => contact.id),
    true,
  )
  await setActive(restored, blockedThere, false)
  for (const contact of blocked) {
    if (findSame(contact.id, present, restored).length === 0) insertBlocked(contact, present, restored)
    await turn()
  }
}

const listBlocked = ({ db }: CompanyContext) => db.select().from(contactTable).where(eq(active, false)).all()

async function setActive({ db }: CompanyContext, ids: readonly ContactId[], value: boolean) {
  const turn = createTurns()
  for (const one of ids) {
    db.update(contactTable).set({ active: value }).where(eq(id, one)).run()
    await turn()
  }
}

/** By id, and by the addresses of contacts that were merged or created since. */
function findSame(contactId: ContactId, from: CompanyContext, to: CompanyContext): ContactId[] {
  const { kind, value, scope, contactId: owner } = contactIdentityTable
  const own = to.db.select({ id }).from(contactTable).where(eq(id, contactId)).all()
  const addresses = from.db.select().from(contactIdentityTable).where(eq(owner, contactId)).all()
  const others = addresses.flatMap((address) =>
    to.db
      .select({ id: owner })
      .from(contactIdentityTable)
      .where(and(eq(kind, address.kind), eq(value, address.value), eq(scope, address.scope)))
      .all(),
  )
  return [...new Set([...own, ...others].map((row) => row.id))]
}

type Contact = ReturnType<typeof listBlocked>[number]

function insertBlocked(contact: Contact, present: CompanyContext, restored: CompanyContext) {
  const references = { connectionId: null, walletUserId: null, pictureMediaId: null, importId: null }
  restored.db
    .insert(contactTable)
    .values({ ...contact, ...references })
    .run()
  const own = eq(contactIdentityTable.contactId, contact.id)
  const addresses = present.db.select().from(contactIdentityTable).where(own).all()
  if (addresses.length > 0) restored.db.insert(contactIdentityTable).values(addresses).onConflictDoNothing().run()
}
