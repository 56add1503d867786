import { expect, test } from 'bun:test'
import { root } from '../set-up'
import { readNearestTests } from './nearest-tests'

test('finds the tests beside a file, and those of another domain that name what its line is about', async () => {
  const nearest = await readNearestTests(root)
  const file = 'src/tag/tag-links.ts'
  const lines = (await Bun.file(`${root}/${file}`).text()).split('\n')
  const line = lines.findIndex((text) => text.includes("'requiredTag'")) + 1
  const tests = nearest({ file, line }, 20)
  expect(tests).toHaveLength(20)
  expect(new Set(tests).size).toBe(20)
  expect(tests).toContain('src/tag/tag.routes.test.ts')
  expect(tests).toContain('src/ticket/contact-edit.test.ts')
  expect(tests.filter((one) => !/\.test\.tsx?$/.test(one) || one.includes('.browser.'))).toEqual([])
})
