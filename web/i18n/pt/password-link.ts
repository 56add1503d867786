export const passwordLink = {
  title: 'Criar a senha',
  welcome: (name: string) => `Olá, ${name}`,
  text: (company: string) => `Crie a sua senha para entrar na equipe de ${company}.`,
  email: 'E-mail',
  password: 'Senha',
  passwordHelp: 'De 5 a 50 caracteres.',
  enter: 'Salvar e entrar',
  entering: 'Entrando…',
  endedTitle: 'Este link não vale mais',
  endedText:
    'Ele já foi usado, foi substituído por outro ou venceu. Se você já criou a sua senha, entre com ela. Se não, peça um novo link a um administrador da sua empresa.',
  signIn: 'Entrar',
}
