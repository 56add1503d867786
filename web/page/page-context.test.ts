import { expect, test } from 'bun:test'
import { documentTitle } from './page-context'

test.each([
  [0, 'Contatos · Recado'],
  [1, '① Contatos · Recado'],
  [20, '⑳ Contatos · Recado'],
  [21, '(21) Contatos · Recado'],
])('%i waiting', (waiting, title) => {
  expect(documentTitle('Contatos', 'Recado', waiting)).toBe(title)
})
