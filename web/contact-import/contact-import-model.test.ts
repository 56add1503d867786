import { expect, test } from 'bun:test'
import type { ContactImportView } from '../../src/contact-import/contact-import.calls'
import { createImports } from './contact-import-model'

const at = (id: number, state: ContactImportView['state'], done: number) =>
  ({ id, state, done, contactListId: null }) as ContactImportView

test('a response sent before an import ended does not restore its progress', async () => {
  const answer = Promise.withResolvers<{ imports: ContactImportView[] }>()
  const model = createImports(() => answer.promise, [at(1, 'done', 5)])
  const loading = model.load()
  model.take(at(2, 'running', 8))
  model.take(at(2, 'done', 20))
  answer.resolve({ imports: [at(2, 'running', 8), at(1, 'done', 5)] })
  await loading
  expect(model.imports.value).toEqual([at(2, 'done', 20), at(1, 'done', 5)])
})
