import type { FindingTexts } from '../../../src/host/doctor/finding.contract'

export const findings: FindingTexts = {
  checkFailed: ['Não foi possível verificar: {error}', 'Informe isso com a versão do Recado.'],

  lockHeld: ['Este processo usa a pasta de dados.'],
  lockLost: [
    'Este processo perdeu a trava da pasta de dados.',
    'Reinicie-o já: outro processo poderia gravar nos mesmos arquivos. Sistemas de arquivos em rede perdem travas; use um disco local.',
  ],
  notRunning: ['O Recado não está em execução.', 'Inicie-o com recado start.'],
  notRunningCrashed: [
    'O Recado não está em execução: o último processo terminou sem ser parado.',
    'Leia o fim do log, por exemplo por falta de memória, e inicie com recado start.',
  ],
  lockElsewhere: [
    'O processo {pid} em {host} usa a pasta de dados e não responde.',
    'Se ele roda em um contêiner ou em outra máquina, execute o comando lá. Se travou, reinicie-o.',
  ],

  catalogGood: ['O catálogo e todos os arquivos das empresas estão íntegros ({count}).'],
  catalogMissing: ['{path} não existe.', 'Confira DATA_DIR. O primeiro início cria o catálogo.'],
  catalogDamaged: [
    '{path} está danificado: {error}',
    'Pare o Recado e coloque-o de volta: recado restore catalog --from BACKUP.',
  ],
  hostKeyBad: [
    '{path} não existe ou não é uma chave.',
    'Coloque-o de volta com recado restore catalog --from BACKUP: sem ele ninguém permanece conectado e os segredos guardados, como os das conexões, se perdem.',
  ],
  companyDamaged: [
    'O arquivo da empresa {company} ({name}) está danificado: {error}',
    'Coloque-o de volta: recado restore {company} --from BACKUP --replace. As outras empresas não são afetadas.',
  ],
  companyMissing: [
    'A empresa {company} ({name}) não tem arquivo.',
    'Coloque-o de volta com recado restore {company} --from BACKUP --replace ou exclua a empresa em Empresas.',
  ],
  companyForeign: [
    'O arquivo da empresa {company} ({name}) pertence à empresa {owner}.',
    'Pare o Recado e coloque o arquivo certo em {path}.',
  ],
  companyUnlisted: [
    'A pasta {path} não pertence a nenhuma empresa do catálogo.',
    'É o resto de uma exclusão ou uma cópia. Tire-a da pasta de dados quando ninguém precisar dela.',
  ],
  companyReplaced: [
    'Uma restauração substituiu a empresa {company}: o estado anterior fica em {path} até {until}.',
    'Para voltar a ele: recado restore {company} --from-folder {path} --replace.',
  ],

  walGood: ['O maior registro de gravações (WAL) tem {megabytes} MB.'],
  walLarge: [
    'O registro de gravações (WAL) de {path} tem {megabytes} MB.',
    'Um programa que lê o arquivo impede que ele diminua. Encerre esse programa, como uma cópia travada, ou reinicie o Recado.',
  ],

  mediaGood: ['Os arquivos e seus registros coincidem.'],
  mediaLost: [
    'Faltam à empresa {company} ({name}) {count} arquivos, como {example}.',
    'Copie a pasta media dela de um backup; os arquivos existentes podem ficar. As pessoas veem os outros como ausentes.',
  ],
  mediaUnrecorded: [
    'A empresa {company} ({name}) tem {count} arquivos sem registro ({megabytes} MB).',
    'Eles são excluídos toda noite às 3:44. Veja no log por que isso falhou.',
  ],

  bucketNone: ['Os arquivos ficam na pasta de dados.'],
  bucketGood: ['O bucket {bucket} responde.'],
  bucketBad: [
    '{error}.',
    'Até lá os arquivos esperam e os textos continuam. Nada se perde; há uma nova tentativa a cada minuto.',
  ],
  bucketUnset: [
    'A empresa {company} ({name}) tem {count} arquivos em um bucket, mas MEDIA_URL não está definida.',
    'Defina-a de novo ou traga antes os arquivos de volta com recado media move --to folder.',
  ],
  bucketWaiting: [
    'A empresa {company} ({name}) tem {count} arquivos que ainda não estão no bucket.',
    'Eles são copiados enquanto o Recado roda. Se o número não diminuir, veja no log o motivo.',
  ],

  diskGood: ['Há {gigabytes} GB livres, o bastante para mais de {days} dias no ritmo da última semana.'],
  diskFilling: [
    'Há {gigabytes} GB livres, o bastante para {days} dias no ritmo da última semana.',
    'Aumente o volume ou exclua o que ninguém precisa, como backups antigos nele.',
  ],
  diskFull: [
    'Há só {megabytes} MB livres: nenhuma mensagem é recebida do WhatsApp.',
    'Libere espaço ou aumente o volume. As conexões voltam sozinhas.',
  ],
  diskLow: [
    'Há só {megabytes} MB livres: envios, exportações e downloads de arquivos esperam.',
    'Libere espaço ou aumente o volume.',
  ],

  clockGood: ['O relógio difere do de {server} em {seconds} s.'],
  clockOff: [
    'O relógio difere do de {server} em {seconds} s.',
    'Ative a sincronização do relógio (timedatectl set-ntp true). Um relógio errado encerra sessões e recusa certificados.',
  ],
  clockNotAsked: [
    'O relógio não foi comparado: sem conexões e sem PUBLIC_URL, não há servidor a consultar.',
    'Defina PUBLIC_URL ou conecte um número.',
  ],
  clockNoAnswer: [
    'O relógio não foi comparado: nenhuma resposta com a hora de {servers}.',
    'Confira a rede e o servidor de nomes.',
  ],

  fileLimitGood: ['{limit} arquivos podem ficar abertos ao mesmo tempo.'],
  fileLimitLow: [
    'Só {limit} arquivos podem ficar abertos ao mesmo tempo.',
    'Aumente para 65536: LimitNOFILE no systemd, --ulimit nofile=65536 no Docker.',
  ],
  fileLimitUnknown: ['Este sistema não informa quantos arquivos podem ficar abertos.'],

  socketGood: ['O canal ao vivo em {address} chega a este processo.'],
  socketElsewhere: [
    'O canal ao vivo em {address} chega a outro processo.',
    'PUBLIC_URL leva a outro Recado. Corrija-a, ou o servidor de nomes ou o proxy.',
  ],
  socketFailed: [
    'O canal ao vivo em {address} não abre: {error}',
    'Faça o proxy reverso repassar Upgrade e Connection (nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, proxy_set_header Connection "upgrade") e permita que esta máquina alcance o próprio endereço.',
  ],
  noPublicUrl: [
    'PUBLIC_URL não está definida, então nada foi consultado por ela.',
    'Defina o endereço pelo qual as pessoas entram.',
  ],
  socketNotAsked: ['O canal ao vivo só é testado com o Recado em execução.', 'Inicie-o e examine de novo.'],

  certificateGood: ['O certificado de {host} vale até {until}.'],
  certificateEnds: [
    'O certificado de {host} vale até {until}, daqui a {days} dias.',
    'Renove-o. O Caddy e o certbot fazem isso 30 dias antes: veja por que não fizeram.',
  ],
  certificateOver: ['O certificado de {host} venceu em {until}.', 'Renove-o: os navegadores recusam o endereço.'],
  certificateBad: [
    'O certificado de {host} é recusado: {error}',
    'Instale um para este nome com a cadeia completa. Os navegadores recusam o endereço.',
  ],
  certificateNoAnswer: ['{host} não responde por TLS: {error}', 'Confira o proxy, o servidor de nomes e o firewall.'],
  certificateNone: [
    'PUBLIC_URL não é https.',
    'Coloque um proxy reverso com HTTPS na frente: as senhas trafegam legíveis e os navegadores não gravam voz.',
  ],

  linesNone: ['Nenhuma empresa tem conexões ainda.'],
  lineUp: ['{line} da empresa {company} está conectada; último evento {at}.'],
  lineOff: ['{line} da empresa {company} está desconectada, como alguém quis; último evento {at}.'],
  lineDown: [
    '{line} da empresa {company} não está conectada ({status}); último evento {at}. {error}',
    'Veja em Conexões da empresa. Uma conexão que espera o código precisa ser pareada de novo.',
  ],
  lineStopped: ['{line} da empresa {company}: último evento {at}.'],

  backupNone: [
    'Nenhum backup é feito.',
    'Defina BACKUP_TO com uma pasta em outro disco ou um bucket, e BACKUP_PASSPHRASE. Operations › Backups explica.',
  ],
  backupComes: ['O primeiro backup em {target} ainda está sendo feito.'],
  backupGood: ['O último backup em {target} é de {at}.'],
  backupOld: ['O último backup em {target} é de {at}.', 'Veja no log por que não houve outro depois.'],
  backupFailed: [
    'O backup em {target} falha: {error} O último bom é de {at}.',
    'Confira se o destino existe, tem espaço e aceita gravações. Nada se perde enquanto isso: as gravações esperam na pasta de dados.',
  ],
  backupLacks: [
    'O backup de {at} não tem {count} empresas.',
    'Os arquivos delas não puderam ser lidos: procure arquivos danificados acima e no log.',
  ],
}
