import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { createForm } from './form'

const Body = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2, 'tooShort')),
  email: v.pipe(v.string(), v.email()),
  options: v.array(v.object({ label: v.pipe(v.string(), v.minLength(4)) })),
})

function form(save: (values: v.InferOutput<typeof Body>) => unknown = () => {}) {
  return createForm({ schema: Body, initial: { name: '', email: '', options: [] }, save })
}

describe('form', () => {
  test('shows a field’s error once it loses the focus, and none of others', () => {
    const { fields } = form()
    fields.name.set('A')
    expect(fields.name.error.value).toBeNull()
    fields.name.blur()
    expect(fields.name.error.value).toBe('tooShort')
    expect(fields.email.error.value).toBeNull()
    fields.name.set('An')
    expect(fields.name.error.value).toBeNull()
  })

  test('reports an empty field as required, and replaces the library’s sentences by keys', async () => {
    const { fields, save } = form()
    fields.email.set('ana')
    expect(await save()).toBe(false)
    expect(fields.name.error.value).toBe('required')
    expect(fields.email.error.value).toBe('invalidEmail')
  })

  test('finds an error within a list by its path', async () => {
    const { fields, errorAt, save } = form()
    fields.options.set([{ label: 'Vendas' }, { label: 'abc' }])
    await save()
    expect(errorAt('options.1.label')).toBe('tooShort')
    expect(fields.options.error.value).toBe('tooShort')
  })

  test('saves the schema’s output, and is then no longer dirty', async () => {
    const saved: unknown[] = []
    const { set, save, dirty, saving } = form((values) => saved.push(values))
    set({ name: '  Ana ', email: 'ana@acme.com' })
    expect(dirty.value).toBe(true)
    const done = save()
    expect(saving.value).toBe(true)
    expect(await save()).toBe(false)
    expect(await done).toBe(true)
    expect(saved).toEqual([{ name: 'Ana', email: 'ana@acme.com', options: [] }])
    expect([dirty.value, saving.value]).toEqual([false, false])
  })

  test('shows a refusal at its field, any other above the buttons', async () => {
    let refusal: unknown = { error: 'ERR_EMAIL_ALREADY_EXISTS', fields: { email: 'emailTaken' } }
    const { set, save, fields, failure, saveFailed, dirty } = form(() => {
      throw refusal
    })
    fields.email.blur()
    expect([fields.email.error.value !== null, saveFailed.value]).toEqual([true, false])
    set({ name: 'Ana', email: 'ana@acme.com' })
    expect(await save()).toBe(false)
    expect(fields.email.error.value).toBe('emailTaken')
    expect(failure.value).toBeNull()
    expect(saveFailed.value).toBe(true)
    set({ email: 'ana@globex.com' })
    expect(saveFailed.value).toBe(false)
    refusal = { error: 'ERR_PLAN_LIMIT', fields: { somewhere: 'else' } }
    await save()
    expect(fields.email.error.value).toBeNull()
    expect(failure.value).toBe(refusal)
    expect(saveFailed.value).toBe(false)
    expect(dirty.value).toBe(true)
  })

  test('resets to the saved values, or to new ones', () => {
    const { set, reset, values, dirty } = form()
    set({ name: 'Ana' })
    reset()
    expect(values.value.name).toBe('')
    reset({ name: 'Bruno', email: '', options: [] })
    expect([values.value.name, dirty.value]).toEqual(['Bruno', false])
  })
})
