// Names of the demo, by the part of the world they go together in, so that nobody is called Wolfgang Nguyễn by accident.

/** People and companies of one region. */
export interface Region {
  country: readonly string[];
  first: readonly string[];
  last: readonly string[];
  /** How common the region is at the demo's events. */
  weight: number;
}

export const REGIONS: readonly Region[] = [
  {
    weight: 24,
    country: ["GB", "GB", "GB", "IE", "US", "US", "CA", "AU"],
    first:
      "Amelia Oliver Isla George Freya Noah Grace Arthur Sophie Leo Charlotte Harry Ruby Jack Emily Thomas Alice Henry Maya Daniel Hannah Samuel Zoe Benjamin Eleanor Callum Niamh Rory Saoirse Declan".split(
        " ",
      ),
    last: "Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Harris Clarke Cooper Morgan O’Brien O’Sullivan Murphy Kelly MacLeod Fitzgerald Featherstonehaugh Ashworth-Pemberton".split(
      " ",
    ),
  },
  {
    weight: 22,
    country: ["DE", "DE", "DE", "AT", "CH"],
    first:
      "Anna Lukas Lena Felix Marie Jonas Sophia Paul Jürgen Björn Käthe Günther Heike Uwe Sabine Jörg Anneliese Matthias Ulrike Tobias Franziska Sören Hannelore Dietrich Karl-Heinz Ann-Kathrin".split(
        " ",
      ),
    last: "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Krüger Köhler Groß Weiß Jäger Böhm Leutheusser-Schnarrenberger Müller-Lüdenscheidt".split(
      " ",
    ),
  },
  {
    weight: 12,
    country: ["FR", "FR", "BE", "CH", "LU"],
    first:
      "Camille Hugo Léa Louis Chloé Gabriel Inès Raphaël Zoé Théo Élodie Jérôme Aurélie François Hélène Cédric Agnès Benoît Maëlle Loïc".split(
        " ",
      ),
    last: "Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefèvre Michel Garcia Bertrand Roux Béranger Côté d’Estaing Gagné Château".split(
      " ",
    ),
  },
  {
    weight: 10,
    country: ["ES", "PT", "MX", "BR", "AR", "IT", "IT"],
    first:
      "Lucía Hugo Martina Mateo Sofía Leonardo Paula João Inês Íñigo Begoña Núria Giulia Lorenzo Chiara Alessandro Beatriz Tomás Conceição Ángel".split(
        " ",
      ),
    last: "García Rodríguez Fernández López Martínez Silva Santos Ferreira Oliveira Rossi Russo Ferrari Esposito Bianchi Muñoz Peña Gonçalves Araújo Ibáñez Núñez de_la_Fuente dos_Santos_Almeida".split(
      " ",
    ),
  },
  {
    weight: 8,
    country: ["SE", "NO", "DK", "FI", "IS"],
    first:
      "Astrid Elsa Oskar Freja Søren Bjørn Åsa Göran Märta Håkon Jørgen Aino Väinö Þórdís Sigríður Linnéa Øyvind Päivi".split(
        " ",
      ),
    last: "Johansson Andersson Karlsson Hansen Sørensen Østergaard Ångström Åkesson Lindström Nygård Korhonen Mäkinen Hämäläinen Jónsdóttir Guðmundsson Bjørnson".split(
      " ",
    ),
  },
  {
    weight: 8,
    country: ["PL", "CZ", "SK", "HU", "RO", "HR", "LT", "LV", "EE"],
    first:
      "Zofia Łukasz Małgorzata Stanisław Żaneta Jiří Tereza Zdeněk Eszter Bálint Ștefan Ioana Luka Đurđica Rūta Žygimantas Kristjan Līga".split(
        " ",
      ),
    last: "Nowak Kowalski Wiśniewska Wójcik Łukaszewicz Dvořák Novotná Čapek Nagy Szabó Kovács Popescu Ionescu Horvat Đorđević Kazlauskas Bērziņš Tamm".split(
      " ",
    ),
  },
  {
    weight: 5,
    country: ["AE", "SA", "EG", "IL", "JO"],
    first: ["محمد", "فاطمة", "أحمد", "ليلى", "يوسف", "نور", "עדי", "יעל", "Omar", "Layla", "Khalid", "Noa"],
    last: ["العلي", "الحسن", "منصور", "الفارسي", "כהן", "לוי", "Al-Mansouri", "Haddad", "Ben-David", "El-Sayed"],
  },
  {
    weight: 7,
    country: ["IN", "IN", "SG", "PK", "BD", "LK"],
    first: "Priya Arjun Ananya Rohan Kavya Vikram Meera Aditya Fatima Imran Nisha Sanjay Lakshmi Harish".split(" "),
    last: "Sharma Patel Singh Gupta Iyer Nair Khan Ahmed Reddy Banerjee Perera Venkatasubramanian Chattopadhyay Balasubramaniam".split(
      " ",
    ),
  },
  {
    weight: 4,
    country: ["CN", "JP", "KR", "TW", "VN"],
    first: ["伟", "芳", "娜", "翔太", "陽菜", "민준", "서연", "Wei", "Haruto", "Yui", "Ji-woo", "Thị_Hương", "Minh"],
    last: ["王", "李", "佐藤", "鈴木", "김", "박", "Chen", "Tanaka", "Kim", "Nguyễn", "Trần", "Phạm"],
  },
];

export const COMPANY_HEADS = [
  "Northgate",
  "Blue Harbour",
  "Königsberg",
  "Aurora",
  "Silverlake",
  "Meridian",
  "Oak & Ash",
  "Bright Signal",
  "Grünwald",
  "Atlas",
  "Polar",
  "Søndergaard",
  "Vertex",
  "Redwood",
  "Clearwater",
  "Ironbridge",
  "Larkspur",
  "Zenith",
  "Łódź",
  "Crescent",
  "Fjord",
  "Copperfield",
  "Sankt Gallen",
  "Evergreen",
  "Harlequin",
  "Solstice",
  "Brücke",
  "Cascade",
  "Orchid",
  "Windmill",
] as const;

export const COMPANY_TRADES = [
  "Logistics",
  "Robotics",
  "Analytics",
  "Foods",
  "Textiles",
  "Energy",
  "Instruments",
  "Media",
  "Software",
  "Materials",
  "Mobility",
  "Health",
  "Packaging",
  "Optics",
  "Ceramics",
  "Marine",
  "Aviation",
  "Consulting",
  "Printing",
  "Automation",
] as const;

export const COMPANY_FORMS = [
  "Ltd",
  "GmbH",
  "AG",
  "SA",
  "SARL",
  "Inc.",
  "AB",
  "Oy",
  "S.p.A.",
  "B.V.",
  "Group",
  "GmbH & Co. KG",
] as const;

export const JOB_TITLES = [
  "Head of Events",
  "Product Manager",
  "Chief Executive Officer",
  "Software Engineer",
  "Sales Director",
  "Buyer",
  "Marketing Manager",
  "Operations Lead",
  "Data Analyst",
  "Founder",
  "Procurement Manager",
  "Research Scientist",
  "Account Executive",
  "Designer",
  "Journalist",
  "Partner Manager",
  "Quality Engineer",
  "Managing Director",
  "Student",
  "Consultant",
  "Geschäftsführerin",
  "Leiter Einkauf",
  "Senior Vice President, Global Strategic Partnerships and Alliances",
] as const;

export const ITEM_KINDS = [
  "Conveyor",
  "Scanner",
  "Forklift",
  "Sensor kit",
  "Booth wall",
  "Projector",
  "Coffee machine",
  "Label printer",
  "Charging locker",
  "Headset",
  "Badge holder",
  "Display case",
  "Air purifier",
  "Pallet wrapper",
  "3D printer",
  "Inspection camera",
  "Lathe",
  "Starter licence",
  "Workshop place",
  "Sample box",
] as const;

export const ITEM_SERIES = [
  "Aero",
  "Nova",
  "Prime",
  "Lite",
  "Pro",
  "Max",
  "Delta",
  "Öko",
  "Classic",
  "Flex",
  "Mini",
  "Ultra",
] as const;

export const DIETS = ["none", "vegetarian", "vegan", "halal", "kosher", "gluten-free"] as const;
