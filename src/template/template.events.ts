import './template.calls'
import { presentEach } from '../kernel/live/live'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'template.changed': { connectionId: number }
  }
}

export const templateLive = presentEach({
  'template.changed': (_, { number, data }) => [
    { topics: ['all'], event: 'templates', number, data: { action: 'reload', whatsappId: data.connectionId } },
  ],
})
