import { and, eq } from 'drizzle-orm'
import { isSame } from '../kernel/database/expressions'
import type { MoveIn, MoveInStep, SourceRow, Taken } from '../kernel/move-in/move-in-step'
import { flagOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { quickMessageTable } from './quick-message.record'

interface Given {
  shortcode: string
  message: string
  userId: number | null
  geral: boolean
  visao: boolean
}

function freeShortcode({ ctx }: MoveIn, wanted: string, userId: number | null) {
  const { id, shortcode, userId: owner } = quickMessageTable
  for (let number = 1; ; number++) {
    const free = number === 1 ? wanted : `${wanted}${number}`
    const taken = and(isSame(owner, userId), eq(shortcode, free))
    if (!ctx.db.select({ id }).from(quickMessageTable).where(taken).get()) return free
  }
}

const shortcodeMax = 50

function store(moveIn: MoveIn, row: SourceRow, { shortcode: wanted, ...given }: Given): Taken {
  const plain = textOf(wanted.replace(/^\/+/, '').trim() || 'resposta', shortcodeMax)
  const shortcode = freeShortcode(moveIn, plain, given.userId)
  if (shortcode !== plain) moveIn.note('renamed', { was: plain, now: shortcode })
  return moveIn.ctx.db
    .insert(quickMessageTable)
    .values({ ...given, shortcode, ...timesOf(row) })
    .returning({ id: quickMessageTable.id })
    .get().id
}

const quickMessages: MoveInStep = {
  table: 'QuickMessages',
  take(moveIn, row) {
    if (flagOf(row['isOficial'])) return { skipped: 'officialTemplate' }
    const userId = moveIn.find('Users', row['userId']) ?? null
    const geral = flagOf(row['geral']) || userId === null
    const given = { shortcode: textOf(row['shortcode']), message: textOf(row['message']), userId, geral }
    const id = store(moveIn, row, { ...given, visao: geral || flagOf(row['visao']) })
    const path = row['mediaPath'] || row['mediaName']
    const file = {
      path: path ? [path, `quickMessage/${path}`] : '',
      name: row['mediaName'] ?? undefined,
      at: timesOf(row).createdAt,
    }
    if (typeof id === 'number') moveIn.attach('quick-message', id, file)
    return id
  },
  files: {
    'quick-message': {
      kind: 'quick-message',
      placed: ({ ctx }, id, media) =>
        void ctx.db.update(quickMessageTable).set({ mediaId: media.id }).where(eq(quickMessageTable.id, id)).run(),
    },
  },
}

const quickAnswers: MoveInStep = {
  table: 'QuickAnswers',
  take: (moveIn, row) =>
    store(moveIn, row, {
      shortcode: textOf(row['shortcut']),
      message: textOf(row['message']),
      userId: null,
      geral: true,
      visao: true,
    }),
}

export const quickMessageMoveIn = { quickMessages, quickAnswers }
