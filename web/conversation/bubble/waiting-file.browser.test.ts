import { expect, test } from 'bun:test'
import { browserTestMs, expectNoBarriers } from '../../../src/testing/browser/browser'
import { accept, conversation } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { awaitFile } from '../../../src/message/outbox/send-queued-message'
import { sendMessage } from '../../../src/message/send/send-message'
import { dot } from '../../../src/testing/media/dot'

const { open, world, write } = createInboxWindows()

test(
  'a file that waits for the bucket says so at its mark, and its texts do not',
  async () => {
    write('Dona Clara', 'Pode mandar a foto?')
    const page = await open(world().bruno)
    await accept(page, 'Dona Clara')
    const bruno = world().ctxAs(world().bruno)
    const [file = 0] = await sendMessage(bruno, 1, { texts: [''], files: [new File([dot], 'foto.png')] })
    await sendMessage(bruno, 1, { texts: ['Já vai'] })
    const waiting = (name: string | RegExp) => conversation(page).getByRole('img', { name, exact: true })
    await waiting('Aguardando envio').nth(1).waitFor()
    awaitFile(world().ctx(1), file)
    await waiting(/^Aguardando envio: O armazenamento de arquivos está fora do ar\./).waitFor()
    expect(await waiting('Aguardando envio').count()).toBe(1)
    await expectNoBarriers(page)
  },
  browserTestMs,
)
