import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { agentAnswerTable } from './ai-agent.tables'

export const agentPerson: PersonData = {
  rows: [
    {
      table: agentAnswerTable,
      of: 'message',
      match: ({ messageIds }) => inList(agentAnswerTable.messageId, messageIds),
      erase: 'cascade',
    },
  ],
}
