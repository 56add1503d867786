import { expect, test } from 'bun:test'
import type { Command } from './command-registry'
import { findCommands } from './find-commands'

const command = (label: string, group = 'Go', keywords = ''): Command => ({
  id: label,
  label,
  group,
  keywords,
  run: () => {},
})
const commands = [
  command('Close ticket', 'Ticket'),
  command('Conexões'),
  command('Todas as conexões'),
  command('Usuários', 'Go', 'people'),
]
const found = (text: string) => findCommands(commands, text).map(({ label }) => label)

test('ignores accents and case, and puts labels that begin with the text first', () => {
  expect(found('CONEXOES')).toEqual(['Conexões', 'Todas as conexões'])
})

test('finds by keywords and by every word, and returns all without a text', () => {
  expect(found('people')).toEqual(['Usuários'])
  expect(found('ticket close')).toEqual(['Close ticket'])
  expect(found('')).toHaveLength(4)
  expect(found('nothing of that')).toEqual([])
})

test('keeps groups together, the one with the best label first', () => {
  const mixed = [
    command('New chat', 'Actions'),
    command('Mute', 'Actions', 'chat sound'),
    command('Chat'),
    command('Help', 'Go', 'chat'),
  ]
  expect(findCommands(mixed, 'chat').map(({ label }) => label)).toEqual(['Chat', 'Help', 'New chat', 'Mute'])
})
