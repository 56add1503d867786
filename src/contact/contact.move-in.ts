import { and, eq, isNull } from 'drizzle-orm'
import { channelNames } from '../channel/channel-rules.contract'
import { listConnections } from '../connection/connection.queries'
import { statement } from '../kernel/database/statement'
import { required } from '../kernel/errors'
import type { MoveIn, MoveInStep, SourceRow } from '../kernel/move-in/move-in-step'
import { flagOf, momentOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { cleanName } from '../kernel/text/name-text.contract'
import { pick } from '../kernel/typed-object.contract'
import { contactNameMax } from './contact.contract'
import { findContactIdByIdentity, findContactRow, type IdentityKey, phoneIdentity } from './contact.queries'
import { contactExtraInfoTable, contactTable } from './contact.tables'
import { linkFreeIdentity, searchTextOf } from './store-contact'

const written = [
  ...(['name', 'number', 'email', 'channel', 'isGroup', 'active', 'disableBot', 'acceptAudioMessage'] as const),
  ...(['lgpdAcceptedAt', 'connectionId', 'searchText', 'createdAt', 'updatedAt'] as const),
] as const

const insert = statement((db, row: Pick<typeof contactTable.$inferSelect, (typeof written)[number]>) =>
  db
    .insert(contactTable)
    .values(pick(row, ...written))
    .returning({ id: contactTable.id }),
)

const phoneDigitsMin = 5
const phoneDigitsMax = 17
const lidOf = (value: string | null | undefined) => /^(\d+)(?::\d+)?@lid$/.exec(value ?? '')?.[1]

interface Who {
  number: string
  keys: IdentityKey[]
}

function whoOf({ ctx, find }: MoveIn, row: SourceRow, channel: (typeof channelNames)[number]): Who {
  const given = textOf(row['number'], 200).trim()
  if (flagOf(row['isGroup'])) {
    const value = given.replace(/@.*$/, '')
    return { number: value, keys: value ? [{ scope: 0, kind: 'group', value }] : [] }
  }
  if (channel === 'facebook' || channel === 'instagram') {
    const own = find('Whatsapps', row['whatsappId'])
    const scope = own ?? listConnections(ctx).find((connection) => connection.channel === channel)?.id
    return { number: '', keys: scope === undefined || !given ? [] : [{ scope, kind: 'page-scoped', value: given }] }
  }
  const lid = lidOf(row['lid']) ?? lidOf(row['remoteJid']) ?? lidOf(given)
  const lids: IdentityKey[] = lid ? [{ scope: 0, kind: 'lid', value: lid }] : []
  const digits = lidOf(given) ? '' : given.replace(/@.*$/, '').replace(/\D/g, '')
  const isPhone = digits.length >= phoneDigitsMin && digits.length <= phoneDigitsMax && digits !== lid
  return { number: isPhone ? digits : '', keys: [...(isPhone ? [phoneIdentity(digits)] : []), ...lids] }
}

/** What a later run changes. */
const ownOf = (row: SourceRow, number: string) => ({
  name: cleanName(textOf(row['name'], contactNameMax)) || number || 'Contato',
  email: textOf(row['email'], 250).trim(),
})

const stateOf = ({ name, email }: ReturnType<typeof ownOf>) => Bun.hash.xxHash32(JSON.stringify([name, email]))

const contacts: MoveInStep = {
  table: 'Contacts',
  take(moveIn, row) {
    const { ctx, find, note } = moveIn
    const channel = channelNames.find((name) => name === row['channel']) ?? 'whatsapp'
    const { number, keys } = whoOf(moveIn, row, channel)
    const { name, email } = ownOf(row, number)
    const [known] = keys.flatMap((key) => findContactIdByIdentity(ctx, key) ?? [])
    if (known !== undefined) {
      for (const key of keys) linkFreeIdentity(ctx, known, key)
      const into = findContactRow(ctx, known)
      note('samePerson', {
        name,
        number: textOf(row['number'], 50),
        into: into?.name ?? '',
        intoNumber: into?.number ?? '',
      })
      return { merged: known, why: 'samePerson' }
    }
    const { id = 0 } =
      insert.get(ctx, {
        name,
        number,
        email,
        channel,
        isGroup: flagOf(row['isGroup']),
        active: flagOf(row['active'], true),
        disableBot: flagOf(row['disableBot']),
        acceptAudioMessage: flagOf(row['acceptAudioMessage'], true),
        lgpdAcceptedAt: momentOf(row['lgpdAcceptedAt']) ?? null,
        connectionId: find('Whatsapps', row['whatsappId']) ?? null,
        searchText: searchTextOf({ name, username: '', number }),
        ...timesOf(row),
      }) ?? {}
    for (const key of keys) linkFreeIdentity(ctx, id, key)
    const birthDate = /^\d{4}-\d\d-\d\d/.exec(row['birthDate'] ?? '')?.[0]
    if (birthDate) addInfo(moveIn, id, 'Data de nascimento', birthDate)
    const picture = row['urlPicture'] ?? ''
    // Another's is on a server of WhatsApp, whose links expire.
    moveIn.attach('contact', id, { path: /nopicture/.test(picture) ? '' : picture, at: timesOf(row).createdAt })
    return { id, state: stateOf({ name, email }) }
  },
  change({ ctx }, id, row) {
    const { username, number } = required(findContactRow(ctx, id), 'ERR_NO_CONTACT_FOUND')
    const own = ownOf(row, number)
    const searchText = searchTextOf({ name: own.name, username, number })
    ctx.db
      .update(contactTable)
      .set({ ...own, searchText })
      .where(eq(contactTable.id, id))
      .run()
    return stateOf(own)
  },
  stateOf({ ctx }, id) {
    const contact = findContactRow(ctx, id)
    return contact && stateOf(contact)
  },
  stateFrom: (row) => stateOf(ownOf(row, '')),
  files: {
    contact: {
      kind: 'contact',
      placed: ({ ctx }, id, { id: pictureMediaId }) =>
        void ctx.db.update(contactTable).set({ pictureMediaId }).where(eq(contactTable.id, id)).run(),
    },
  },
}

function addInfo({ ctx }: MoveIn, contactId: number, name: string, value: string) {
  const row = { contactId, name: cleanName(name.slice(0, 250)) || '-', value: textOf(value, 4096) }
  return ctx.db.insert(contactExtraInfoTable).values(row).returning({ id: contactExtraInfoTable.id }).get().id
}

const ofContact = { column: 'contactId', table: 'Contacts' } as const

const customFields: MoveInStep = {
  table: 'ContactCustomFields',
  owner: ofContact,
  take(moveIn, row) {
    const contactId = moveIn.find('Contacts', row['contactId'])
    if (contactId === undefined) return { skipped: 'parent Contacts' }
    return addInfo(moveIn, contactId, textOf(row['name']), textOf(row['value']))
  },
}

const lidMaps: MoveInStep = {
  table: 'WhatsappLidMaps',
  owner: ofContact,
  take({ ctx, find }, row) {
    const contactId = find('Contacts', row['contactId'])
    if (contactId === undefined) return { skipped: 'parent Contacts' }
    const value = textOf(row['lid']).replace(/[:@].*$/, '')
    if (!/^\d+$/.test(value)) return { skipped: 'lidMissing' }
    linkFreeIdentity(ctx, contactId, { scope: 0, kind: 'lid', value })
    return 0
  },
}

const wallets: MoveInStep = {
  table: 'ContactWallets',
  owner: ofContact,
  take({ ctx, find }, row) {
    const [contactId, walletUserId] = [find('Contacts', row['contactId']), find('Users', row['walletId'])]
    if (contactId === undefined || walletUserId === undefined) return { skipped: 'parent Contacts, Users' }
    const free = and(eq(contactTable.id, contactId), isNull(contactTable.walletUserId))
    const set = ctx.db.update(contactTable).set({ walletUserId }).where(free).returning({ id: contactTable.id }).get()
    return set ? 0 : { skipped: 'ownerSet' }
  },
}

export const contactMoveIn = { contacts, customFields, lidMaps, wallets }
