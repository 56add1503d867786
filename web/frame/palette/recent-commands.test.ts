import { expect, test } from 'bun:test'
import type { Command } from '../../app/command-registry'
import { readRecent, recentCommands, rememberRecent } from './recent-commands'

const command = (id: string, href?: string): Command => ({ id, label: `Label ${id}`, group: 'Go', href, run: () => {} })

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage
}

test('the newest choice comes first, each once, and every user has their own', () => {
  const storage = memory()
  for (const id of ['a', 'b', 'a']) rememberRecent(storage, '1-2', command(id))
  expect(readRecent(storage, '1-2').map(({ id }) => id)).toEqual(['a', 'b'])
  expect(readRecent(storage, '1-3')).toEqual([])
  for (let id = 0; id < 30; id++) rememberRecent(storage, '1-2', command(`${id}`))
  expect(readRecent(storage, '1-2')).toHaveLength(8)
})

test('shows offered commands and addresses, and leaves out what is not possible now', () => {
  const went: string[] = []
  const listed = recentCommands({
    recent: [
      { id: 'ticket.resolve', label: 'Resolve' },
      { id: 'found-ticket-1', label: 'Maria', href: '/tickets/x' },
      { id: 'theme', label: 'Theme' },
    ],
    offered: [command('theme')],
    group: 'Recent',
    go: (href) => went.push(href),
    iconOf: () => undefined,
  })
  expect(listed.map(({ id, group }) => [id, group])).toEqual([
    ['recent-found-ticket-1', 'Recent'],
    ['recent-theme', 'Recent'],
  ])
  listed[0]?.run()
  expect(went).toEqual(['/tickets/x'])
})

test('shows a setting only while the user has it', () => {
  const options = { recent: [{ id: 'place-setting.enableLGPD', label: 'LGPD', href: '/settings' }], group: 'Recent' }
  const listed = (offered: readonly Command[]) =>
    recentCommands({ ...options, offered, go: () => {}, iconOf: () => undefined }).map(({ label }) => label)
  expect(listed([command('place-setting.enableLGPD', '/settings')])).toEqual(['Label place-setting.enableLGPD'])
  expect(listed([])).toEqual([])
})

test('a damaged store counts as empty', () => {
  const storage = memory()
  storage.setItem('palette-recent-1-2', '{"id":')
  expect(readRecent(storage, '1-2')).toEqual([])
  storage.setItem('palette-recent-1-2', '[{"id":1}]')
  expect(readRecent(storage, '1-2')).toEqual([])
})
