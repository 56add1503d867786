import { minuteMs, dayMs } from '../../kernel/time/durations.contract'
import { createChat } from '../../internal-chat/internal-chat.commands'
import { markChatRead } from '../../internal-chat/mark-chat-read'
import { sendChatMessage } from '../../internal-chat/send-chat-message'
import { announcementRecords } from '../../platform/announcement/announcement.record'
import { setAnnouncementMedia } from '../../platform/announcement/announcement.routes'
import { hostContext } from '../../platform/host-record'
import { staff } from '../company/demo-company'
import { writePdf } from '../story/documents'
import { firstStaffId } from '../story/plan-conversations'
import type { DemoEvent } from './play-conversation'
import { paintScene } from '../story/scenes'
import { hummedVoice } from '../story/sounds'
import type { Stage } from '../story/stage'
import { demoAnnouncements, type Speaker, type TalkLine, type TalkStory, talkStories } from '../story/stories-talk'

const superUserId = 1

export function talkEvents(stage: Stage, untilMs: number): DemoEvent[] {
  return [
    ...talkStories.flatMap((story) => chatEvents(stage, story, untilMs)),
    ...demoAnnouncements.map((announcement) => ({
      atMs: untilMs - announcement.daysAgo * dayMs,
      run: () => announce(stage, announcement),
    })),
  ]
}

function chatEvents(stage: Stage, { title, owner, members, lines }: TalkStory, untilMs: number): DemoEvent[] {
  let chatId = 0
  const begun = Math.max(...lines.map(({ minutesAgo }) => minutesAgo)) + 2
  const begin = async () => {
    chatId = createChat(stage.ctxAs(idOf(owner)), { title, users: members.map(idOf) }).id
  }
  return [
    { atMs: untilMs - begun * minuteMs, run: begin },
    ...lines.map((line, index) => ({
      atMs: untilMs - line.minutesAgo * minuteMs,
      async run() {
        await say(stage, chatId, line)
        // The last message stays unread for the others.
        if (index < lines.length - 1)
          for (const member of members) markChatRead(stage.ctxAs(idOf(member)), chatId, null)
      },
    })),
  ]
}

async function say(stage: Stage, chatId: number, { by, text, file }: TalkLine) {
  const files = file ? [await fileOf(file)] : []
  await sendChatMessage(stage.ctxAs(idOf(by)), chatId, { texts: [text], files })
}

async function fileOf(kind: NonNullable<TalkLine['file']>) {
  if (kind === 'voice') return new File([hummedVoice(9, 4)], 'audio.mp3', { type: 'audio/mpeg' })
  if (kind === 'photo') return new File([await paintScene('poltrona')], 'vitrine.jpg', { type: 'image/jpeg' })
  const lines = ['Linha Lis: 15% à vista ou em até 3x', 'Linha Ipê: 5% à vista', 'Em 6x: preço de tabela']
  return new File([writePdf('Tabela da semana', lines)], 'tabela-da-semana.pdf', { type: 'application/pdf' })
}

async function announce({ platform }: Stage, announcement: (typeof demoAnnouncements)[number]) {
  const { daysAgo: _, ...fields } = announcement
  const ctx = hostContext(platform)
  const { title, text, priority } = fields
  const { id } = announcementRecords.createFrom(ctx, { title, text, priority, status: true })
  if (!('picture' in fields)) return
  const file = new File([await paintScene('sala')], 'novidade.jpg', { type: 'image/jpeg' })
  await setAnnouncementMedia(ctx, id, file)
}

function idOf(speaker: Speaker) {
  const at = staff.findIndex(({ name }) => name.startsWith(speaker))
  return at === -1 ? superUserId : firstStaffId + at
}
