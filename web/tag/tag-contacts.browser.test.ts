import { expect, test } from 'bun:test'
import * as v from 'valibot'
import type { CompanyContext } from '../../src/kernel/company/company-context'
import type { TagId } from '../../src/kernel/ids'
import { createTag } from '../../src/tag/save-tag'
import { setContactTags } from '../../src/tag/tag-links'
import { TagBody } from '../../src/tag/tag.contract'
import { browserTestMs, expectNoBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { addContact } from '../../src/testing/conversation/tickets'

const { open, dialog, field, refusedFields, row, save, toast, withWorld } = createScreenWindows('/tags')

test(
  'pages the contacts of a tag, and keeps the scroll position when one is removed',
  () =>
    withWorld(async (world) => {
      const ctx = world.ctx(1)
      const tagId = createTag(ctx, v.parse(TagBody, { name: 'Cliente fiel' })).id as TagId
      for (let index = 10; index < 55; index++) {
        setContactTags(ctx, addContact(ctx, `Cliente ${index}`, `55119500000${index}`), [tagId])
      }
      const { page, complaints, close } = await open(world, world.ana)
      await row(page, 'Cliente fiel').getByRole('button', { name: 'Contatos da tag' }).click()
      const people = dialog(page).getByRole('list').getByRole('listitem')
      await people.filter({ hasText: 'Cliente 49' }).waitFor()
      expect(await people.count()).toBe(40)
      await dialog(page).getByRole('button', { name: 'Carregar mais' }).click()
      await people.filter({ hasText: 'Cliente 54' }).getByText('+55 (11) 95000-0054').waitFor()
      await expectNoBarriers(page)
      await people.filter({ hasText: 'Cliente 53' }).getByRole('button').click()
      await toast(page, 'Tag retirada do contato')
      await row(page, 'Cliente fiel.*44').waitFor()
      expect(await people.count()).toBe(44)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'an agent deletes an own unused tag only, and reads a lane’s texts; a lane with a time requires the next',
  () =>
    withWorld(async (world) => {
      const make = (ctx: CompanyContext, fields: object) => createTag(ctx, v.parse(TagBody, fields)).id
      make(world.ctxAs(world.bruno), { name: 'Errada' })
      make(world.ctx(1), { name: 'De outra pessoa' })
      make(world.ctx(1), { name: 'Proposta', kanban: 1, greetingMessageLane: 'Segue a proposta' })
      const used = make(world.ctxAs(world.bruno), { name: 'Em uso' })
      const { page, complaints, close } = await open(world, world.bruno, { expected: refusedFields })
      const remove = (name: string) => row(page, name).getByRole('button', { name: 'Excluir' })
      await remove('Em uso').waitFor()
      expect(await remove('De outra pessoa').count()).toBe(0)
      setContactTags(world.ctx(1), 1, [used])
      await remove('Em uso').waitFor({ state: 'detached' })
      await remove('Errada').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
      await toast(page, 'Tag excluída com sucesso')
      await row(page, 'Errada').waitFor({ state: 'detached' })

      await row(page, 'Proposta').getByRole('button', { name: 'Editar' }).click()
      await dialog(page).getByRole('tab', { name: 'Kanban' }).click()
      expect(await field(page, 'Mensagem de entrada na etapa').isDisabled()).toBe(true)
      expect(await field(page, 'Enviar remarketing após').isDisabled()).toBe(true)
      await field(page, 'Passar à próxima etapa após').fill('4')
      await save(page)
      await dialog(page).getByText('Escolha a próxima etapa ou deixe o tempo em 0').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
