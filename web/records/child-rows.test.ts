import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { createForm } from '../ui/form/form'
import { childForm } from './child-rows'

const Schema = v.object({
  name: v.string(),
  options: v.pipe(
    v.array(v.object({ title: v.pipe(v.string(), v.minLength(3, 'tooShort')), price: v.number() })),
    v.minLength(1, 'required'),
  ),
})

function formWith(titles: string[], save: () => unknown = () => {}) {
  const options = titles.map((title) => ({ title, price: 1 }))
  return createForm({ schema: Schema, initial: { name: '', options }, save })
}

test('a field of a row changes that row only', () => {
  const form = formWith(['first', 'second'])
  const row = childForm(form, 'options', 1)
  row.fields.title.set('changed')
  expect(form.values.value.options.map(({ title }) => title)).toEqual(['first', 'changed'])
  expect(row.fields.title.value.value).toBe('changed')
  expect(form.dirty.value).toBe(true)
})

test('shows an error at its field once that was left', () => {
  const form = formWith(['first', 'ab', 'cd'])
  const rows = [0, 1, 2].map((index) => childForm(form, 'options', index))
  rows[1]?.fields.title.blur()
  expect(rows.map((row) => row.fields.title.error.value)).toEqual([null, 'tooShort', null])
  rows[1]?.fields.title.set('abc')
  expect(rows.map((row) => row.fields.title.error.value)).toEqual([null, null, null])
})

test('saving shows every error of the rows; fixing one removes it only', async () => {
  const form = formWith(['ab', 'cd'])
  const rows = [0, 1].map((index) => childForm(form, 'options', index))
  expect(await form.save()).toBe(false)
  expect(rows.map((row) => row.fields.title.error.value)).toEqual(['tooShort', 'tooShort'])
  rows[0]?.fields.title.set('abc')
  expect(rows.map((row) => row.fields.title.error.value)).toEqual([null, 'tooShort'])
})

test('shows a refusal of a row at its field, and a refusal of the list at the list', async () => {
  const refusal = { code: 'ERR_INVALID_INPUT', fields: { 'options.1.title': 'nameTaken', options: 'tooMany' } }
  const form = formWith(['first', 'second'], () => Promise.reject(Object.assign(new Error('refused'), refusal)))
  expect(await form.save()).toBe(false)
  expect(childForm(form, 'options', 1).fields.title.error.value).toBe('nameTaken')
  expect(childForm(form, 'options', 0).fields.title.error.value).toBeNull()
  expect(form.errorAt('options')).toBe('tooMany')
})
