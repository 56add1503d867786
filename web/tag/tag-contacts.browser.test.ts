import { expect, test } from 'bun:test'
import * as v from 'valibot'
import type { TagId } from '../../src/kernel/ids'
import { createTag } from '../../src/tag/save-tag'
import { setContactTags } from '../../src/tag/tag-links'
import { TagBody } from '../../src/tag/tag.contract'
import { browserTestMs, expectNoBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows, dialog, row, toast, withWorld } from '../../src/testing/browser/screen-windows'
import { addContact } from '../../src/testing/conversation/tickets'

const { open } = createScreenWindows('/tags')

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
