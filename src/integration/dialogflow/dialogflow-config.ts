export interface DialogflowConfig {
  tokenUrl: string
  apiUrl: string
}

declare module '../../kernel/company/company-files' {
  interface CompanyServices {
    dialogflow: DialogflowConfig
  }
}
