import { expect, test } from 'bun:test'
import { startWhatsAppServer } from '../../testing/services/whatsapp-server/start-whatsapp-server'
import { foldMessages, summaryOf } from './fold-messages'

test('both phones show the reactions, edits and deletions of a message', async () => {
  const server = await startWhatsAppServer()
  const maria = server.phone('5511977770000', { name: 'Maria' })
  const shop = server.phone('5511988880000', { name: 'Loja' })
  const question = await maria.say(shop, 'Tem pão?')
  const answer = await shop.say(maria, 'Tem sim', { quoted: question })
  await shop.edit(answer, 'Tem, acabou de sair')
  await maria.react(maria.message(answer.id)!, '👍')
  await maria.react(maria.message(answer.id)!, '❤️')
  const slip = await maria.say(shop, 'senha 1234')
  await maria.revoke(slip)

  for (const phone of [maria, shop]) {
    const seen = foldMessages(phone.messages, () => '')
    expect(seen.map(({ text }) => text)).toEqual(['Tem pão?', 'Tem, acabou de sair', ''])
    expect(seen[1]).toMatchObject({
      edited: true,
      reactions: ['❤️'],
      quoted: { text: 'Tem pão?' },
      mine: phone === shop,
    })
    expect(summaryOf(seen[2]!)).toBe('🚫 Mensagem apagada')
  }
  await maria.react(maria.message(answer.id)!, '')
  expect(foldMessages(shop.messages, () => '')[1]?.reactions).toEqual([])
  await server.stop()
})
