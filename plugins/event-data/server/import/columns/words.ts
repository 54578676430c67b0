// The headings under which the usual systems and plain lists write what a profile has. Folded, letters and figures only.

/** The systems whose exports are known by their headings. */
export const SYSTEMS = ["eventbrite", "pretix", "tito", "open-event"] as const;
export type System = (typeof SYSTEMS)[number];

const words = (table: Record<string, string>) =>
  new Map(Object.entries(table).flatMap(([field, text]) => text.split(" ").map((word) => [word, field] as const)));

/**
 * The same in French, Spanish, Italian, Portuguese, Dutch and Polish, as plain lists have it. Where a language has one word for a
 * first and a whole name, such as “Nombre”, it is the name: beside a last name it is the other part of it.
 */
const ABROAD: Record<string, string> = {
  first_name: "prenom prenoms nomdepila nombredepila primeironome voornaam voornamen imie imiona",
  last_name:
    "nom nomdefamille apellido apellidos primerapellido cognome sobrenome apelido ultimonome achternaam familienaam nazwisko",
  name:
    "nomcomplet nomprenom nometprenom nomprenoms nometprenoms prenomnom prenometnom nombre nombres nombrecompleto " +
    "nombreyapellido nombreyapellidos apellidosynombre nome nomecompleto nomecognome nomeecognome cognomenome " +
    "cognomeenome nomeesobrenome naam volledigenaam imieinazwisko nazwiskoiimie",
  email:
    "courriel adresseemail adressemail adresseelectronique adressecourriel correo correoelectronico emailcorreo " +
    "direcciondecorreo direcciondecorreoelectronico indirizzoemail indirizzodipostaelettronica postaelettronica " +
    "enderecodeemail correioeletronico emailadres mailadres adresemail adrespocztyelektronicznej",
  company_name:
    "societe entreprise nomdelasociete nomdelentreprise raisonsociale employeur organisme etablissement empresa " +
    "nombredelaempresa compania organizacion institucion razonsocial azienda impresa societa nomeazienda ragionesociale " +
    "organizzazione nomedaempresa organizacao instituicao bedrijf bedrijfsnaam organisatie onderneming werkgever " +
    "organizacja nazwafirmy instytucja",
  job_title:
    "fonction poste intituleduposte titreduposte metier puesto puestodetrabajo titulodelpuesto cargo ruolo mansione " +
    "posizione qualifica professione titoloprofessionale funcao profissao functie functietitel functieomschrijving beroep " +
    "stanowisko stanowiskopracy zawod funkcja",
  country: "pays paysderesidence pais paisderesidencia paese nazione kraj panstwo",
  "fields.registration_id":
    "numeroinscription numerodinscription ndinscription nodinscription identifiantdinscription numerodebillet " +
    "numerodeinscripcion numerodeentrada numeroiscrizione numerodiscrizione " +
    "numerodiiscrizione idiscrizione numerodiregistrazione numerodeinscricao numeroderegisto numeroderegistro " +
    "idderegistro iddeinscripcion inschrijfnummer inschrijvingsnummer registratienummer numerrejestracji " +
    "numerzgloszenia numerbiletu",
};

/** English and German, and what forms and address books say. */
const AT_HOME: Record<string, string> = {
  id: "id profileid profilid lanyardid",
  first_name: "firstname givenname forename vorname attendeefirstname first fname christianname rufname",
  last_name: "lastname surname familyname nachname familienname attendeelastname last lname zuname",
  name:
    "name fullname attendeename displayname vollername vollstandigername teilnehmer teilnehmername participant " +
    "participantname contactname namevorname personname gastname guestname speaker firmenname exhibitorname",
  email:
    "email mail emailaddress emailadresse mailadresse attendeeemail ticketemail emailadress primaryemail " +
    "workemail geschaftlicheemail kontaktemail contactemail email1value email1 eposta",
  company_name:
    "company companyname organisation organization firma unternehmen employer ticketcompanyname arbeitgeber " +
    "organisationsname organizationname institution affiliation firmaorganisation companyorganization organization1name verein",
  job_title:
    "jobtitle jobtitel position berufsbezeichnung stellenbezeichnung tickettitle title role funktion stelle beruf jobrole occupation titel " +
    "organizationtitle organization1title",
  country:
    "country countrycode land staat nation herkunftsland landcode countryregion countryorregion countryterritory countryname landregion",
  status: "status profilestatus profilstatus",
  type_id: "type typeid datatype typ datentyp profiletype teilnehmertyp attendeetype",
  "fields.registration_id":
    "registrationid registrationnumber anmeldenummer buchungsnummer teilnehmernummer registrierungsnummer registrierungsid anmeldeid registrationcode " +
    "ticketreference attendeeid attendeenumber ticketid ticketnumber ticketnummer reference referenz externalid",
};

/** English words as well: freight, and payments. */
export const ALSO_ENGLISH = new Set(["cargo", "pays"]);

/** What a language calls a first name and a whole one. */
export const FIRST_OR_WHOLE = new Set(["nombre", "nombres", "nome"]);

/** Headings of the languages that are no heading in English or German. */
export const isAbroad = (word: string) => !ALSO_ENGLISH.has(word) && ABROAD_WORDS.has(word) && !HOME_WORDS.has(word);
export const isAtHome = (word: string) => HOME_WORDS.has(word);

const ABROAD_WORDS = words(ABROAD);
const HOME_WORDS = words(AT_HOME);

export const WORDS: ReadonlyMap<string, string> = new Map([...ABROAD_WORDS, ...HOME_WORDS]);

/** What the fields of profiles themselves are called, where no other field of that name is meant unless the file says so. */
export const PLAIN: ReadonlySet<string> = new Set(
  (
    "name fullname firstname vorname lastname nachname email emailaddress company companyname unternehmen firma jobtitle " +
    "country land registrationid"
  ).split(" "),
);

/** Headings of a job title that are as often those of how people are addressed. */
export const TITLES = new Set(["title", "titel"]);

/** How people are addressed, alone or together. */
export const ADDRESSES = new Set(
  (
    "mr mrs ms miss mx sir dame dr prof professor phd med herr frau hr fr dipl ing rer nat phil jur pol habil hc mag " +
    "doktor m mme mlle sr sra don"
  ).split(" "),
);

interface Known {
  /** Headings that tell the system; three of them must be there. */
  signs: readonly string[];
  fields: ReadonlyMap<string, string>;
}

export const SYSTEM_WORDS: Record<System, Known> = {
  eventbrite: {
    signs:
      "order orderdate orderno ordernumber tickettype attendee attendeeno attendeestatus surname ticketquantity quantity eventname".split(
        " ",
      ),
    fields: words({
      "fields.registration_id": "attendee attendeeno attendeenumber",
      "fields.order": "order orderno ordernumber",
      "fields.attendee_status": "attendeestatus",
      "fields.ticket_type": "tickettype",
    }),
  },
  pretix: {
    signs:
      "eventslug ordercode positionid orderdate product variation attendeename attendeenamegivenname pseudonymizationid ticketsecret voucher bestellnummer produkt teilnehmername".split(
        " ",
      ),
    fields: words({
      "fields.registration_id": "pseudonymizationid pseudonymisierungsid",
      email: "attendeeemail teilnehmeremail",
      name: "attendeename teilnehmername",
      first_name: "attendeenamegivenname attendeenamefirstname teilnehmernamevorname",
      last_name: "attendeenamefamilyname attendeenamelastname teilnehmernamenachname",
      "fields.order_email": "email emailadresse",
      "fields.order_status": "status",
      "fields.order": "ordercode bestellnummer",
    }),
  },
  tito: {
    signs:
      "number ticket ticketfullname ticketfirstname ticketlastname ticketemail ticketcompanyname ticketreference voidstatus uniqueticketurl uniqueorderurl orderreference ordername".split(
        " ",
      ),
    fields: words({
      "fields.registration_id": "ticketreference",
      name: "ticketfullname",
      first_name: "ticketfirstname",
      last_name: "ticketlastname",
      email: "ticketemail",
      company_name: "ticketcompanyname",
      job_title: "ticketjobtitle",
      "fields.ticket_type": "ticket",
      "fields.order_name": "ordername",
      "fields.order_email": "orderemail",
    }),
  },
  "open-event": {
    signs:
      "shortbiography longbiography speakingexperience heardfrom isfeatured featured photourl photo logourl logo level".split(
        " ",
      ),
    fields: words({
      "fields.open_event_id": "id",
      "fields.photo": "photourl photo",
      "fields.logo": "logourl logo",
      "fields.level": "type",
      "fields.level_number": "level",
      "fields.website": "url website",
      "fields.summary": "description shortbiography",
      "fields.biography": "longbiography",
    }),
  },
};

/** Left out without a word: what other columns say already, and what is not a profile's. */
export const LEFT_OUT = new Set(
  (
    "thumbnailimageurl iconimageurl smallimageurl thumbnail icon small sessions isfeatured featured heardfrom " +
    "sponsorshiprequired created updated angelegt geandert"
  ).split(" "),
);

/** Headings of lists in German alone. */
export const GERMAN = new Set(
  (
    "vorname rufname nachname familienname zuname vollername vollstandigername teilnehmer teilnehmername gastname " +
    "firmenname emailadresse mailadresse geschaftlicheemail kontaktemail firma unternehmen arbeitgeber organisationsname " +
    "verein jobtitel berufsbezeichnung stellenbezeichnung stelle beruf funktion titel land herkunftsland staat landcode profilstatus datentyp teilnehmertyp " +
    "anmeldenummer buchungsnummer teilnehmernummer registrierungsnummer registrierungsid anmeldeid ticketnummer referenz profilid angelegt geandert"
  ).split(" "),
);

/** Headings of lists in any language. */
export const NEITHER = new Set("id name email mail status position type typ reference nation".split(" "));
