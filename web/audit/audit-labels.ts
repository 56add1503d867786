import type { PlatformSettingKey } from '../../src/platform/branding/platform-setting.contract'
import { connectionLabels } from '../connection/form/connection-labels'
import { queueLabels } from '../queue/queue-labels'
import type { AuditAreas } from './audit-areas'

type Labels = Readonly<Record<string, string | null>>

/** Names of fields by what was acted on and by column: those of the forms that change them. */
export const auditLabels = (t: AuditAreas): Readonly<Record<string, Labels>> => ({
  user: { ...textsIn(t.user.permissions), connectionId: t.user.fields.connection },
  role: textsIn(t.user.permissions),
  setting: settingLabels(t.setting),
  campaignSetting: {
    ...textsIn(t.campaign.settings),
    sabado: t.campaign.settings.saturday,
    domingo: t.campaign.settings.sunday,
  },
  aiLimit: { aiLimit: t.prompt.usage.limit },
  flow: { active: t.flow.columns.status, scheduledTimeRun: t.flow.columns.schedule },
  connection: { ...connectionLabels(t), ...t.connection.answering.kinds },
  queue: queueLabels(t),
  apiToken: textsIn(t.apiToken.fields),
  contactList: textsIn(t.contactList.fields),
  file: { ...textsIn(t.fileList.fields), userId: t.macro.columns.user },
  holiday: textsIn(t.holiday.fields),
  macro: { ...textsIn(t.macro.fields), userId: t.macro.columns.user },
  quickMessage: quickMessageLabels(t.quickMessage),
  rule: { ...textsIn(t.rule.fields), trigger: t.rule.fields.when },
  tag: tagLabels(t.tag, t.macro.columns.user),
  ...botLabels(t),
  ...hostLabels(t),
})

const textsIn = (texts: object): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string'))

function settingLabels({ settings, whitelabel: t, tabs }: AuditAreas['setting']): Labels {
  return {
    ...Object.fromEntries(Object.entries(settings).map(([key, { label }]) => [key, label])),
    appName: t.name,
    primaryColorLight: t.light,
    primaryColorDark: t.dark,
    appLogoLight: t.logos.light,
    appLogoDark: t.logos.dark,
    appLogoFavicon: t.logos.favicon,
    allowSignup: t.signup,
    trialDays: t.trial,
    invoiceMails: t.invoiceMails,
    superTwoFactor: t.superTwoFactor,
    ApiGestorWebhook: tabs.webhook,
  } satisfies Record<PlatformSettingKey, string> & Labels
}

const quickMessageLabels = ({ fields, columns }: AuditAreas['quickMessage']): Labels => ({
  ...textsIn(fields),
  userId: columns.user,
  mediaId: fields.attachment,
})

const tagLabels = ({ fields: t }: AuditAreas['tag'], owner: string): Labels => ({
  ...textsIn(t),
  userId: owner,
  timeLane: t.time,
  nextLaneId: t.next,
  rollbackLaneId: t.rollback,
  greetingMessageLane: t.greeting,
  daysForRemarketing: t.days,
  hourRemarketing: t.hour,
  messageRemarketing: t.message,
  connectionIdRemarketing: t.connection,
  tagIdAfterRemarketing: t.after,
})

function botLabels({ agent, aiProvider, prompt, phrase, integration }: AuditAreas): Record<string, Labels> {
  const { fields: t } = integration
  return {
    agent: {
      ...textsIn(agent.fields),
      agentTypeId: agent.fields.agentType,
      communicationTone: agent.fields.tone,
      aiProviderId: agent.fields.provider,
      aiModelId: agent.fields.model,
      queueIds: agent.fields.queues,
      tagIds: agent.fields.tags,
    },
    aiProvider: { ...textsIn(aiProvider.columns), apiKey: aiProvider.apiKey, baseUrl: aiProvider.columns.address },
    prompt: { ...textsIn(prompt.fields), queueId: prompt.fields.queue },
    flowCampaign: { ...textsIn(phrase.fields), flowId: phrase.fields.flow, connectionId: phrase.fields.connection },
    queueIntegration: {
      ...textsIn(t),
      projectName: t.project,
      jsonContent: t.account,
      urlN8N: t.url,
      typebotSlug: t.slug,
      typebotDelayMessage: t.delay,
      typebotExpires: t.expires,
      typebotKeywordFinish: t.finishWord,
      typebotKeywordRestart: t.restartWord,
      typebotRestartMessage: t.restartMessage,
      typebotUnknownMessage: t.unknownMessage,
      flowId: t.flow,
    },
  }
}

function hostLabels({ announcement, company, finance, help, plan, auditWords }: AuditAreas): Record<string, Labels> {
  const { fields: t } = company
  return {
    company: {
      ...textsIn(t),
      planId: t.plan,
      addressStreet: t.street,
      addressCity: t.city,
      addressState: t.state,
      numberAttendants: t.agents,
      numberConections: t.connections,
    },
    plan: { ...textsIn(plan.columns), ...plan.flags },
    announcement: {
      ...textsIn(announcement.fields),
      mediaPath: announcement.fields.attachment,
      mediaName: auditWords.fileName,
    },
    help: textsIn(help.columns),
    payment: { ...finance.payments.fields, provider: finance.payments.provider },
  }
}
