import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import type { TableChoices } from '../../../src/user/user.contract'
import type { Column } from './column'
import { useTableModel, type TableModel } from './use-table-model'

type Row = Record<'name' | 'mail' | 'tags' | 'note', string>

const columns = (['name', 'mail', 'tags', 'note'] as const).map((id): Column<Row> => ({
  id,
  header: id,
  cell: (row) => row[id],
  optional: id === 'note',
}))

/** The columns as the server renders them, with `*` when pinned and their width when it was chosen. */
function shownWith(choices: Partial<TableChoices>, note = 'x') {
  const saved: TableChoices[] = []
  let model: TableModel<Row> | undefined
  function Probe() {
    model = useTableModel({
      columns,
      rows: [{ name: 'a', mail: 'b', tags: 'c', note }],
      kept: {
        choices: { order: [], hidden: [], pinned: [], widths: {}, ...choices },
        save: (next) => void saved.push(next),
      },
    })
    return null
  }
  renderToString(<Probe />)
  const { shown, widthOf, arranged } = model!
  const texts = shown.map(({ id, pinned }) => `${id}${pinned ? '*' : ''}${widthOf(id) ?? ''}`)
  return { shown: texts.join(' '), arranged: arranged!, saved }
}

test('shows columns as they were arranged, the naming one first, and those that are new last', () => {
  expect(shownWith({ order: ['tags', 'mail'] }).shown).toBe('name tags mail note')
  expect(shownWith({ hidden: ['mail'], widths: { tags: 90 } }).shown).toBe('name tags90 note')
  expect(shownWith({ pinned: ['note'] }).shown).toBe('name* note* mail tags')
  expect(shownWith({ pinned: ['note'] }, '').shown).toBe('name* mail tags')
})

test('ignores what no column of this version has, and what cannot be chosen', () => {
  const order = ['gone', 'mail', 'mail', 'name', 'toString']
  const hostile = { order, hidden: ['name', 'gone'], pinned: ['tags', 'tags', 'gone'], widths: { gone: 90, mail: 5 } }
  expect(shownWith(hostile).shown).toBe('name* tags* mail40 note')
})

test('keeps one change without losing the others', () => {
  const choices = { order: ['tags', 'mail'], hidden: ['mail'], pinned: ['tags'], widths: { tags: 90 } }
  const { arranged, saved } = shownWith(choices)
  arranged.move('note', 'mail', false)
  arranged.hide('mail', false)
  arranged.hide('name', true)
  arranged.pin('tags', false)
  arranged.resetWidths()
  expect(saved).toEqual([
    { ...choices, order: ['name', 'tags', 'note', 'mail'] },
    { ...choices, hidden: [] },
    { ...choices, pinned: [] },
    { ...choices, widths: {} },
  ])
})
