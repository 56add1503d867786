import { eq, sql } from 'drizzle-orm'
import type { MoveIn, MoveInOptions, MoveInStep, SourceRow } from '../kernel/move-in/move-in-step'
import { flagOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { cleanName } from '../kernel/text/name-text.contract'
import { userQueueTable, userTable } from './user.tables'

const takenOf = new WeakMap<MoveInOptions, ReadonlySet<string>>()

function isTaken({ ctx, options }: MoveIn, email: string) {
  let taken = takenOf.get(options)
  if (!taken) takenOf.set(options, (taken = new Set(options.takenEmails)))
  const own = eq(sql`lower(${userTable.email})`, email.toLowerCase())
  return (
    taken.has(email.toLowerCase()) || ctx.db.select({ id: userTable.id }).from(userTable).where(own).get() !== undefined
  )
}

/** With `+old`, `ana@shop.test` becomes `ana+old@shop.test`, then `ana+old2@shop.test`. */
function freeEmail(moveIn: MoveIn, email: string, suffix: string) {
  const at = email.lastIndexOf('@')
  for (let number = 1; ; number++) {
    const free = `${email.slice(0, at)}${suffix}${number === 1 ? '' : number}${email.slice(at)}`
    if (!isTaken(moveIn, free)) return free
  }
}

const clock = (value: string | null | undefined, missing: string) => /^\d\d:\d\d/.exec(value ?? '')?.[0] ?? missing

/** What a later run changes. */
const ownOf = (row: SourceRow) => ({
  name: cleanName(textOf(row['name'], 50)) || textOf(row['email'], 50).trim(),
  passwordHash: textOf(row['passwordHash']),
  profile: row['profile'] === 'admin' ? ('admin' as const) : ('user' as const),
})

const stateOf = ({ name, passwordHash, profile }: ReturnType<typeof ownOf>) =>
  Bun.hash.xxHash32(JSON.stringify([name, passwordHash, profile]))

const users: MoveInStep = {
  table: 'Users',
  take(moveIn, row) {
    const { ctx, options } = moveIn
    const wanted = textOf(row['email'], 200).trim()
    if (!/^[^\s@]+@[^\s@]+$/.test(wanted)) return { skipped: 'emailMissing' }
    let email = wanted
    if (isTaken(moveIn, wanted)) {
      if (!options.suffixEmail) {
        moveIn.note('emailTaken', { email: wanted })
        return { skipped: 'emailTaken' }
      }
      email = freeEmail(moveIn, wanted, options.suffixEmail)
      moveIn.note('emailChanged', { email: wanted, now: email })
    }
    const isSuper = flagOf(row['super'])
    if (isSuper && !options.keepSuper) moveIn.note('superDropped', { email: wanted })
    const own = ownOf(row)
    const { id } = ctx.db
      .insert(userTable)
      .values({
        ...own,
        email,
        super: isSuper && options.keepSuper,
        startWork: clock(row['startWork'], '00:00'),
        endWork: clock(row['endWork'], '23:59'),
        farewellMessage: textOf(row['farewellMessage'], 4096),
        allTicket: flagOf(row['allTicket']),
        allowGroup: flagOf(row['allowGroup'], moveIn.dialect !== 'G'),
        allHistoric: flagOf(row['allHistoric']),
        allUserChat: flagOf(row['allUserChat']),
        userClosePendingTicket: flagOf(row['userClosePendingTicket'], true),
        showDashboard: flagOf(row['showDashboard']),
        allowRealTime: flagOf(row['allowRealTime']),
        allowConnections: flagOf(row['allowConnections']),
        defaultTheme: row['defaultTheme'] === 'dark' ? 'dark' : row['defaultTheme'] === 'light' ? 'light' : 'system',
        defaultMenu: row['defaultMenu'] === 'closed' ? 'closed' : 'open',
        ...timesOf(row),
      })
      .returning({ id: userTable.id })
      .get()
    moveIn.later('user.connection', id, 'Whatsapps', row['whatsappId'])
    moveIn.attach('user', id, { path: row['profileImage'], at: timesOf(row).createdAt })
    return { id, state: stateOf(own) }
  },
  change({ ctx }, id, row) {
    const own = ownOf(row)
    ctx.db.update(userTable).set(own).where(eq(userTable.id, id)).run()
    return stateOf(own)
  },
  // Signing in here gives the password another hash.
  stateOf({ ctx }, id) {
    const user = ctx.db.select().from(userTable).where(eq(userTable.id, id)).get()
    return user && stateOf(user)
  },
  stateFrom: (row) => stateOf(ownOf(row)),
  settle: {
    'user.connection': ({ ctx }, id, connectionId) =>
      void ctx.db.update(userTable).set({ connectionId }).where(eq(userTable.id, id)).run(),
  },
  files: {
    user: {
      kind: 'user',
      placed: ({ ctx }, id, { id: profileMediaId }) =>
        void ctx.db.update(userTable).set({ profileMediaId }).where(eq(userTable.id, id)).run(),
    },
  },
}

const userQueues: MoveInStep = {
  table: 'UserQueues',
  owner: { column: 'userId', table: 'Users' },
  key: (row) => `${row['userId']}:${row['queueId']}`,
  take({ ctx, find }, row) {
    const [userId, queueId] = [find('Users', row['userId']), find('Queues', row['queueId'])]
    if (userId === undefined || queueId === undefined) return { skipped: 'parent Users, Queues' }
    ctx.db.insert(userQueueTable).values({ userId, queueId }).onConflictDoNothing().run()
    return 0
  },
}

export const userMoveIn = { users, userQueues }
