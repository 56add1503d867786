import { eq } from 'drizzle-orm'
import type { MoveInStep } from '../kernel/move-in/move-in-step'
import { textOf, timesOf } from '../kernel/move-in/source-values'
import { fileOptionsMax } from './file-list.contract'
import { fileListRecords, fileListTable } from './file-list.record'

const fileLists: MoveInStep = {
  table: 'Files',
  take: ({ ctx }, row) =>
    ctx.db
      .insert(fileListTable)
      .values({ name: textOf(row['name'], 100), message: textOf(row['message'], 4096), ...timesOf(row) })
      .returning({ id: fileListTable.id })
      .get().id,
}

/** A list and an option in one number. */
const optionsPerList = 1_000

const fileOptions: MoveInStep = {
  table: 'FilesOptions',
  owner: { column: 'fileId', table: 'Files' },
  take({ ctx, find, attach }, row) {
    const listId = find('Files', row['fileId'])
    const list = listId === undefined ? undefined : fileListRecords.find(ctx, listId)
    if (!list) return { skipped: 'parent Files' }
    if (list.options.length >= fileOptionsMax) return { skipped: `filesMax ${fileOptionsMax}` }
    const lastOptionId = list.lastOptionId + 1
    const options = [...list.options, { id: lastOptionId, name: textOf(row['name'], 4096), file: null }]
    ctx.db.update(fileListTable).set({ options, lastOptionId }).where(eq(fileListTable.id, list.id)).run()
    const path = row['path']
    attach('file-list', list.id * optionsPerList + lastOptionId, {
      path: path ? [`fileList/${row['fileId']}/${path}`, path] : '',
      at: timesOf(row).createdAt,
    })
    return 0
  },
  files: {
    'file-list': {
      kind: 'file-list',
      ownerOf: (rowId) => Math.floor(rowId / optionsPerList),
      placed({ ctx }, rowId, { id: mediaId, key, name, type, size }) {
        const list = fileListRecords.find(ctx, Math.floor(rowId / optionsPerList))
        if (!list) return
        const file = { mediaId, key, name, type, size }
        const options = list.options.map((one) => (one.id === rowId % optionsPerList ? { ...one, file } : one))
        ctx.db.update(fileListTable).set({ options }).where(eq(fileListTable.id, list.id)).run()
      },
    },
  },
}

export const fileListMoveIn = { fileLists, fileOptions }
